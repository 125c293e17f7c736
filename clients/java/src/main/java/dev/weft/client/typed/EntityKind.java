package dev.weft.client.typed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;

/**
 * A kind of entities with its generated classes.
 *
 * @param <E> the class of entities
 * @param <D> the class of drafts
 * @param entityName the singular name, such as {@code item}
 * @param reader creates an entity from JSON
 */
public record EntityKind<E extends TypedEntity<E>, D extends Draft<E>>(
        String entityName, Function<JsonNode, E> reader) {}
