package dev.weft.client.changes;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The change of one property.
 *
 * @param propertyName its label
 * @param oldValue JSON null if empty
 * @param newValue JSON null if empty
 */
public record PropertyDiff(String propertyName, JsonNode oldValue, JsonNode newValue) {}
