package dev.weft.client;

import dev.weft.client.internal.Query;
import dev.weft.client.internal.Results;
import java.util.List;

/** Options of an aggregation. Immutable: each method returns a new instance. */
public final class Aggregation {
    private static final Aggregation DEFAULT = new Aggregation(Query.empty(), CallOptions.options());

    private final Query query;
    private final CallOptions options;

    private Aggregation(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * One group with all entities.
     *
     * @return an aggregation to extend
     */
    public static Aggregation options() {
        return DEFAULT;
    }

    /**
     * Groups by fields.
     *
     * @param fields up to two, such as {@code season}, {@code price:50} for bands of 50, {@code launchDate:month}
     * @return a new aggregation
     */
    public Aggregation groupBy(String... fields) {
        return with("groupBy", List.of(fields));
    }

    /**
     * Adds metrics; the number of entities is always included.
     *
     * @param names up to ten, such as {@code sum:price}, {@code avg:price}, {@code min:price}, {@code count:price}
     * @return a new aggregation
     */
    public Aggregation metrics(String... names) {
        return with("metrics", List.of(names));
    }

    /**
     * Filters by criteria.
     *
     * @param criteria such as {@code Map.of("price", Map.of("gt", 10))}; a map, {@code JsonNode} or record, which is
     *     sent as jsurl, or a text, which is sent unchanged
     * @return a new aggregation
     */
    public Aggregation criteria(Object criteria) {
        return with("criteria", criteria);
    }

    /**
     * Searches as in lists.
     *
     * @param words separated by blanks
     * @return a new aggregation
     */
    public Aggregation q(String words) {
        return with("q", words);
    }

    /**
     * Sorts groups, ascending.
     *
     * @param name {@code count}, a field of groupBy or a metric
     * @return a new aggregation
     */
    public Aggregation orderBy(String name) {
        return order(name, "asc");
    }

    /**
     * Sorts groups, descending.
     *
     * @param name {@code count}, a field of groupBy or a metric
     * @return a new aggregation
     */
    public Aggregation orderByDescending(String name) {
        return order(name, "desc");
    }

    /**
     * Sets the maximum number of groups.
     *
     * @param count at most 1,000
     * @return a new aggregation
     */
    public Aggregation limit(int count) {
        return with("limit", count);
    }

    /**
     * Sets the call options.
     *
     * @param how timeout and retries
     * @return a new aggregation
     */
    public Aggregation options(CallOptions how) {
        return new Aggregation(query, how);
    }

    private Aggregation order(String name, String direction) {
        return with("order", Results.object().put("orderField", name).put("order", direction));
    }

    private Aggregation with(String name, Object value) {
        return new Aggregation(query.with(name, value), options);
    }

    Query query() {
        return query;
    }

    CallOptions callOptions() {
        return options;
    }
}
