package dev.weft.client.typed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;

/**
 * A reference that a read can expand. Generated classes have a constant for each.
 *
 * @param <E> the class of entities
 * @param <R> the class of the entities that they refer to
 * @param name by which it is requested and returned
 * @param reader creates a related entity from JSON
 */
public record Relation<E, R>(String name, Function<JsonNode, R> reader) {}
