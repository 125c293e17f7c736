package dev.weft.client.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * What a webhook is sent.
 *
 * @param id the same on every attempt and replay: who has seen it already has the event
 * @param type the trigger key, such as {@code item|update} or {@code assortment|publish}; {@code webhook|test} for a
 *     test
 * @param occurredOn when it has happened
 * @param org the slug of the organization
 * @param data what has happened: triggerKey, occurredOn and, as the kind of event has them, entityReference, newData,
 *     oldData, propertyDiffs, changeId, changeSetId and others
 * @param sequence counts the messages about this entity, from 1 and without gaps; null for what is about none
 * @param previousSequence who has not seen this one misses something; null for the first
 */
public record WebhookMessage(
        String id,
        String type,
        Instant occurredOn,
        String org,
        JsonNode data,
        Long sequence,
        Long previousSequence) {}
