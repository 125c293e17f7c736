package dev.weft.client.typed;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A type of a kind. Generated classes have a constant for each.
 *
 * @param <E> the class of entities
 * @param path such as {@code item:apparel}
 */
public record TypePath<E>(String path) {

    /**
     * The path as it is sent.
     *
     * @return such as {@code item:apparel}
     */
    @Override
    @JsonValue
    public String path() {
        return path;
    }
}
