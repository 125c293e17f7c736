package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * The groups of an aggregation.
 *
 * @param results in order, the largest group first by default
 * @param totalGroups the number of all groups; larger than the number of results if the limit cut them
 */
public record EntityGroups(List<Group> results, long totalGroups) {

    /**
     * One group.
     *
     * @param group the value of each field of groupBy, by its name
     * @param count the number of entities
     * @param metrics the value of each metric, by its name such as {@code sum:price}; a null node if no entity has one
     */
    public record Group(Map<String, Value> group, long count, Map<String, JsonNode> metrics) {}

    /**
     * The value of one field.
     *
     * @param value a text, number or boolean; a null node for entities without a value; the lower end of a number band
     * @param to the upper end of a number band, which belongs to the next band; otherwise null
     * @param label of an option or type, or the name of a referenced entity that the credential may read; may be null
     */
    public record Value(JsonNode value, BigDecimal to, String label) {}
}
