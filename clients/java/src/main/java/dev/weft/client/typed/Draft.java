package dev.weft.client.typed;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields to write. Generated classes have a method for each. A field that is not set keeps its value, and so does one
 * that is set to null: clear it. Not thread-safe.
 *
 * @param <E> the class of entities
 */
public abstract class Draft<E> {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    /** Without fields. */
    protected Draft() {}

    /**
     * Sets a field.
     *
     * @param name as in JSON
     * @param value null leaves it out
     */
    protected final void put(String name, Object value) {
        if (value == null) {
            fields.remove(name);
        } else {
            fields.put(name, value);
        }
    }

    /**
     * Sets a reference to an entity by its external ID.
     *
     * @param name of the reference
     * @param federatedId null leaves it out
     */
    protected final void putReference(String name, String federatedId) {
        put(name, federatedId == null ? null : reference(federatedId));
    }

    /**
     * Sets references to entities by their external IDs.
     *
     * @param name of the reference
     * @param federatedIds null leaves it out
     */
    protected final void putReferences(String name, List<String> federatedIds) {
        put(name, federatedIds == null ? null : federatedIds.stream().map(Draft::reference).toList());
    }

    /**
     * Clears a field.
     *
     * @param field a constant of the generated class
     */
    protected final void putNull(Field<E, ?> field) {
        fields.put(field.name(), null);
    }

    /**
     * The fields as they are sent.
     *
     * @return by name; null clears a field
     */
    @JsonValue
    public final Map<String, Object> toMap() {
        return Collections.unmodifiableMap(fields);
    }

    @Override
    public final String toString() {
        return fields.toString();
    }

    private static Map<String, String> reference(String federatedId) {
        return Map.of("federatedId", federatedId);
    }
}
