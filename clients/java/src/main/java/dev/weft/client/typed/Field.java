package dev.weft.client.typed;

import java.util.List;
import java.util.Map;

/**
 * A field of an entity, to select, order and filter by. Generated classes have a constant for each.
 *
 * @param <E> the class of entities
 * @param <V> the type of a value; of a list, that of an element
 * @param name as in JSON
 */
public record Field<E, V>(String name) {

    /**
     * Entities with this value; of a list, those that contain it.
     *
     * @param value the value
     * @return criteria
     */
    public Criteria<E> eq(V value) {
        return where(Criteria.EQUALS, value);
    }

    /**
     * Entities with another value, or none.
     *
     * @param value the value
     * @return criteria
     */
    public Criteria<E> ne(V value) {
        return where("ne", value);
    }

    /**
     * Entities with one of these values.
     *
     * @param values the values
     * @return criteria
     */
    public Criteria<E> in(List<? extends V> values) {
        return where("in", values);
    }

    /**
     * Entities with none of these values.
     *
     * @param values the values
     * @return criteria
     */
    public Criteria<E> notIn(List<? extends V> values) {
        return where("nin", values);
    }

    /**
     * Entities with a greater value.
     *
     * @param value the value
     * @return criteria
     */
    public Criteria<E> gt(V value) {
        return where("gt", value);
    }

    /**
     * Entities with a value that is greater or equal.
     *
     * @param value the value
     * @return criteria
     */
    public Criteria<E> gte(V value) {
        return where("gte", value);
    }

    /**
     * Entities with a smaller value.
     *
     * @param value the value
     * @return criteria
     */
    public Criteria<E> lt(V value) {
        return where("lt", value);
    }

    /**
     * Entities with a value that is smaller or equal.
     *
     * @param value the value
     * @return criteria
     */
    public Criteria<E> lte(V value) {
        return where("lte", value);
    }

    /**
     * Entities whose text contains a part.
     *
     * @param part of the text
     * @return criteria
     */
    public Criteria<E> contains(String part) {
        return where("contains", part);
    }

    /**
     * Entities whose text contains the part, without regard to case and accents.
     *
     * @param part of the text
     * @return criteria
     */
    public Criteria<E> matches(String part) {
        return where("matches", part);
    }

    /**
     * Entities whose text starts so.
     *
     * @param start of the text
     * @return criteria
     */
    public Criteria<E> startsWith(String start) {
        return where("startsWith", start);
    }

    /**
     * Entities with any value, or with none.
     *
     * @param isWanted false for those without a value
     * @return criteria
     */
    public Criteria<E> exists(boolean isWanted) {
        return where("exists", isWanted);
    }

    private Criteria<E> where(String operator, Object operand) {
        return new Criteria<>(Map.of(name, Map.of(operator, operand)), List.of());
    }
}
