package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.internal.JsurlReader;
import dev.weft.client.internal.JsurlWriter;
import dev.weft.client.internal.Results;

/** Version 1 of jsurl: the short form of JSON that the API takes for objects in an address. */
public final class Jsurl {
    private static final ObjectMapper MAPPER = Results.newMapper();

    private Jsurl() {}

    /**
     * Writes any value of JSON.
     *
     * @param value a map, a list, a text, a record, a {@code JsonNode}; null is written too
     * @return such as {@code ~(entityType~'item)}
     * @throws IllegalArgumentException for an object whose first name is empty, which would be read as a list
     */
    public static String write(Object value) {
        return JsurlWriter.write(value instanceof JsonNode node ? node : MAPPER.valueToTree(value));
    }

    /**
     * Reads what {@link #write} has written, as strictly as the service does: at most 8,192 characters and 32 levels,
     * no name twice, nothing behind the value.
     *
     * @param text such as {@code ~(entityType~'item)}
     * @return the value
     * @throws IllegalArgumentException for anything else, with the place
     */
    public static JsonNode parse(String text) {
        return JsurlReader.read(text);
    }
}
