package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.internal.JsurlReader;
import dev.weft.client.internal.JsurlWriter;
import dev.weft.client.internal.Results;

/** Version 1 of jsurl: the short form of JSON that the API accepts for objects in a URL. */
public final class Jsurl {
    private static final ObjectMapper MAPPER = Results.newMapper();

    private Jsurl() {}

    /**
     * Serializes any JSON value.
     *
     * @param value a map, a list, a text, a record, a {@code JsonNode}; null is allowed
     * @return such as {@code ~(entityType~'item)}
     * @throws IllegalArgumentException for an object whose first name is empty, which would be parsed as a list
     */
    public static String write(Object value) {
        return JsurlWriter.write(value instanceof JsonNode node ? node : MAPPER.valueToTree(value));
    }

    /**
     * Parses the output of {@link #write}, as strictly as the service: at most 8,192 characters and 32 levels, no
     * duplicate names, nothing after the value.
     *
     * @param text such as {@code ~(entityType~'item)}
     * @return the value
     * @throws IllegalArgumentException for invalid input, with the position
     */
    public static JsonNode parse(String text) {
        return JsurlReader.read(text);
    }
}
