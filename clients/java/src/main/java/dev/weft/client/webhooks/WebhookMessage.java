package dev.weft.client.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * The message of a webhook.
 *
 * @param id the same on every attempt and replay: use it to detect duplicates
 * @param type the trigger key, such as {@code item|update} or {@code assortment|publish}; {@code webhook|test} for a
 *     test
 * @param occurredOn the event time
 * @param org the slug of the organization
 * @param data the event: triggerKey, occurredOn and, depending on the event, entityReference, newData, oldData,
 *     propertyDiffs, changeId, changeSetId and others
 * @param sequence number of the messages about this entity, from 1 and without gaps; null without an entity
 * @param previousSequence number of the previous message: without it, a receiver has missed something; null for the
 *     first
 */
public record WebhookMessage(
        String id,
        String type,
        Instant occurredOn,
        String org,
        JsonNode data,
        Long sequence,
        Long previousSequence) {}
