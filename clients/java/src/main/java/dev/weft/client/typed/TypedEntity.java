package dev.weft.client.typed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.internal.Results;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * An entity of a generated class, which has a method for each field. Empty fields are null, empty lists are empty.
 * Immutable.
 *
 * @param <E> the generated class
 */
public abstract class TypedEntity<E> {
    private final JsonNode json;

    /**
     * An entity of a response.
     *
     * @param json as it was returned
     */
    protected TypedEntity(JsonNode json) {
        this.json = json;
    }

    /**
     * The whole entity, with fields that the class does not know.
     *
     * @return a copy
     */
    public final JsonNode json() {
        return json.deepCopy();
    }

    /**
     * An entity that the read has expanded.
     *
     * @param <R> its class
     * @param relation a constant of the generated class
     * @return null if there is none, or the relation was not requested
     */
    public final <R> R related(Relation<E, R> relation) {
        JsonNode found = json.path(relation.name());
        return found.isObject() ? relation.reader().apply(found) : null;
    }

    /**
     * The entities of a list that the read has expanded.
     *
     * @param <R> their class
     * @param relation a constant of the generated class
     * @return empty if there are none, or the relation was not requested
     */
    public final <R> List<R> relatedList(Relation<E, R> relation) {
        return elements(relation.name(), relation.reader());
    }

    /**
     * Reads a text.
     *
     * @param name of the field
     * @return null if it is empty
     */
    protected final String text(String name) {
        return read(name, JsonNode::asText);
    }

    /**
     * Reads a list of texts.
     *
     * @param name of the field
     * @return never null
     */
    protected final List<String> texts(String name) {
        return elements(name, JsonNode::asText);
    }

    /**
     * Reads a number.
     *
     * @param name of the field
     * @return null if it is empty
     */
    protected final Double decimal(String name) {
        return read(name, JsonNode::asDouble);
    }

    /**
     * Reads a whole number.
     *
     * @param name of the field
     * @return null if it is empty
     */
    protected final Long whole(String name) {
        return read(name, JsonNode::asLong);
    }

    /**
     * Reads a boolean.
     *
     * @param name of the field
     * @return null if it is empty
     */
    protected final Boolean flag(String name) {
        return read(name, JsonNode::asBoolean);
    }

    /**
     * Reads a date.
     *
     * @param name of the field
     * @return null if it is empty
     */
    protected final LocalDate date(String name) {
        return read(name, value -> Results.read(value, LocalDate.class));
    }

    /**
     * Reads a time.
     *
     * @param name of the field
     * @return null if it is empty
     */
    protected final Instant time(String name) {
        return read(name, value -> Results.read(value, Instant.class));
    }

    /**
     * Reads a range of sizes.
     *
     * @param name of the field
     * @return null if it is empty
     */
    protected final SizeRange sizeRange(String name) {
        return read(name, value -> Results.read(value, SizeRange.class));
    }

    /**
     * Reads any JSON.
     *
     * @param name of the field
     * @return null if it is empty
     */
    protected final JsonNode tree(String name) {
        return read(name, JsonNode::deepCopy);
    }

    /**
     * Reads an option.
     *
     * @param <O> its class
     * @param name of the field
     * @param reader creates an option from its value
     * @return null if it is empty
     */
    protected final <O> O option(String name, Function<String, O> reader) {
        return read(name, value -> reader.apply(value.asText()));
    }

    /**
     * Reads a list of options.
     *
     * @param <O> their class
     * @param name of the field
     * @param reader creates an option from its value
     * @return never null
     */
    protected final <O> List<O> options(String name, Function<String, O> reader) {
        return elements(name, value -> reader.apply(value.asText()));
    }

    @Override
    public final boolean equals(Object other) {
        return other != null
                && other.getClass() == getClass()
                && ((TypedEntity<?>) other).json.equals(json);
    }

    @Override
    public final int hashCode() {
        return json.hashCode();
    }

    @Override
    public final String toString() {
        return json.toString();
    }

    private <V> V read(String name, Function<JsonNode, V> reader) {
        JsonNode value = json.path(name);
        return value.isMissingNode() || value.isNull() ? null : reader.apply(value);
    }

    private <V> List<V> elements(String name, Function<JsonNode, V> reader) {
        List<V> values = new ArrayList<>();
        json.path(name).forEach(value -> values.add(reader.apply(value)));
        return List.copyOf(values);
    }
}
