package dev.weft.client;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Fields to write and fields to clear, wherever a write takes an object:
 * {@code entities.update("item", id, Patch.of(item).clear("season"))}. Nulls of a record are left out, so clearing a
 * field is explicit. Immutable: each method returns a new instance.
 */
public final class Patch implements JsonSerializable {
    private final Object object;
    private final List<String> cleared;

    private Patch(Object object, List<String> cleared) {
        this.object = object;
        this.cleared = cleared;
    }

    /**
     * The fields to write.
     *
     * @param object a record, a map or a {@code JsonNode}
     * @return a patch to extend
     */
    public static Patch of(Object object) {
        return new Patch(object, List.of());
    }

    /**
     * Fields to clear, and nothing to write.
     *
     * @param fields such as {@code season}
     * @return a patch to extend
     */
    public static Patch clearing(String... fields) {
        return new Patch(null, List.of(fields));
    }

    /**
     * Clears fields: they have no value afterwards.
     *
     * @param fields such as {@code season}
     * @return a new patch
     */
    public Patch clear(String... fields) {
        List<String> all = new ArrayList<>(cleared);
        all.addAll(List.of(fields));
        return new Patch(object, List.copyOf(all));
    }

    /**
     * Writes the fields, and null for those to clear.
     *
     * @throws IllegalArgumentException if a field is to be written and cleared
     */
    @Override
    public void serialize(JsonGenerator generator, SerializerProvider provider) throws IOException {
        ObjectMapper mapper = (ObjectMapper) generator.getCodec();
        JsonNode written = object == null ? mapper.createObjectNode() : mapper.valueToTree(object);
        if (!(written instanceof ObjectNode fields)) {
            throw new IllegalArgumentException("A patch needs an object with fields: a record, a map or a JsonNode.");
        }
        for (String field : cleared) {
            if (fields.hasNonNull(field)) {
                throw new IllegalArgumentException("The patch writes and clears " + field + ". Choose one of them.");
            }
            fields.putNull(field);
        }
        generator.writeTree(fields);
    }

    @Override
    public void serializeWithType(JsonGenerator generator, SerializerProvider provider, TypeSerializer type)
            throws IOException {
        serialize(generator, provider);
    }
}
