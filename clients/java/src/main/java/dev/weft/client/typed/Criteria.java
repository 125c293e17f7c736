package dev.weft.client.typed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Criteria of a list, made from fields: {@code Item.PRICE.gt(10).and(Item.SEASON.eq(SeasonsOption.FW26))}. Immutable.
 *
 * @param <E> the class of entities
 */
public final class Criteria<E> {
    /** Not an operator of the service: a value alone means that it is equal. */
    static final String EQUALS = "";

    /** By field and operator. */
    private final Map<String, Map<String, Object>> tests;
    private final List<Criteria<E>> alternatives;
    /** Further alternatives, which must be met as well: each list of them is a group of its own. */
    private final List<Criteria<E>> groups;

    Criteria(Map<String, Map<String, Object>> tests, List<Criteria<E>> alternatives) {
        this(tests, alternatives, List.of());
    }

    private Criteria(
            Map<String, Map<String, Object>> tests, List<Criteria<E>> alternatives, List<Criteria<E>> groups) {
        this.tests = tests;
        this.alternatives = alternatives;
        this.groups = groups;
    }

    /**
     * Entities that meet at least one of these criteria.
     *
     * @param <E> the class of entities
     * @param alternatives the criteria
     * @return criteria
     */
    @SafeVarargs
    public static <E> Criteria<E> anyOf(Criteria<E>... alternatives) {
        List<Criteria<E>> all = new ArrayList<>();
        for (Criteria<E> alternative : alternatives) {
            all.add(alternative);
        }
        return new Criteria<>(Map.of(), List.copyOf(all));
    }

    /**
     * Entities that also meet other criteria.
     *
     * @param other the other criteria
     * @return criteria
     * @throws IllegalArgumentException if both test a field with the same operator
     */
    public Criteria<E> and(Criteria<E> other) {
        List<Criteria<E>> allGroups = new ArrayList<>(groups);
        allGroups.addAll(other.groups);
        if (!alternatives.isEmpty() && !other.alternatives.isEmpty()) {
            allGroups.add(new Criteria<>(Map.of(), other.alternatives));
        }
        Map<String, Map<String, Object>> both = new LinkedHashMap<>(tests);
        other.tests.forEach((field, test) -> both.merge(field, test, (one, more) -> merge(field, one, more)));
        List<Criteria<E>> either = alternatives.isEmpty() ? other.alternatives : alternatives;
        return new Criteria<>(both, either, List.copyOf(allGroups));
    }

    private static Map<String, Object> merge(String field, Map<String, Object> one, Map<String, Object> more) {
        Map<String, Object> merged = new LinkedHashMap<>(one);
        more.forEach((operator, operand) -> {
            if (merged.putIfAbsent(operator, operand) != null) {
                throw new IllegalArgumentException(
                        "The criteria test " + field + " twice in the same way. Use in for several values.");
            }
        });
        return merged;
    }

    Map<String, Object> write() {
        Map<String, Object> written = new LinkedHashMap<>();
        tests.forEach((field, test) -> written.put(field, writeTest(test)));
        if (!alternatives.isEmpty()) {
            written.put("or", alternatives.stream().map(Criteria::write).toList());
        }
        if (!groups.isEmpty()) {
            written.put("and", groups.stream().map(Criteria::write).toList());
        }
        return written;
    }

    private static Object writeTest(Map<String, Object> test) {
        if (!test.containsKey(EQUALS)) {
            return test;
        }
        if (test.size() == 1) {
            return test.get(EQUALS);
        }
        if (test.containsKey("in")) {
            throw new IllegalArgumentException("The criteria test a field for a value and for several: use in.");
        }
        Map<String, Object> written = new LinkedHashMap<>(test);
        written.put("in", List.of(written.remove(EQUALS)));
        return written;
    }
}
