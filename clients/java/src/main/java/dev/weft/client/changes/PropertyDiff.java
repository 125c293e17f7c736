package dev.weft.client.changes;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What became of one property.
 *
 * @param propertyName its label
 * @param oldValue JSON's null for nothing
 * @param newValue JSON's null for nothing
 */
public record PropertyDiff(String propertyName, JsonNode oldValue, JsonNode newValue) {}
