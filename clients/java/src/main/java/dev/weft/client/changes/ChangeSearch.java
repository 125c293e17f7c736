package dev.weft.client.changes;

import dev.weft.client.CallOptions;
import dev.weft.client.internal.Query;
import dev.weft.client.internal.Results;

/** Options of a search of the change history. Immutable: each method returns a new instance. */
public final class ChangeSearch {
    private static final ChangeSearch DEFAULT = new ChangeSearch(Query.empty(), CallOptions.options());

    private final Query query;
    private final CallOptions options;

    private ChangeSearch(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * All changes, newest first.
     *
     * @return a search to extend
     */
    public static ChangeSearch options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return a search to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static ChangeSearch everything() {
        return options();
    }

    /**
     * Filters by criteria.
     *
     * @param criteria such as {@code Map.of("createdOn", "BETWEEN 2026-01-01 and 2026-01-31")}, and all criteria of a
     *     poll. An object is sent as jsurl, a text unchanged
     * @return a new search
     */
    public ChangeSearch criteria(Object criteria) {
        return with("criteria", criteria);
    }

    /**
     * Only changes of one entity type; shortcut for the same field in criteria.
     *
     * @param name such as {@code item}
     * @return a new search
     */
    public ChangeSearch entityType(String name) {
        return with("entityType", name);
    }

    /**
     * Orders the results.
     *
     * @param orderField such as {@code createdOn}
     * @param order asc or desc
     * @return a new search
     */
    public ChangeSearch order(String orderField, String order) {
        return with("order", Results.object().put("orderField", orderField).put("order", order));
    }

    /**
     * Sets the page size.
     *
     * @param count at most 1,000
     * @return a new search
     */
    public ChangeSearch limit(int count) {
        return with("limit", count);
    }

    /**
     * Continues after a page.
     *
     * @param key the nextPageKey of that page
     * @return a new search
     */
    public ChangeSearch nextPageKey(String key) {
        return with("nextPageKey", key);
    }

    /**
     * Sets the call options.
     *
     * @param how timeout and retries
     * @return a new search
     */
    public ChangeSearch options(CallOptions how) {
        return new ChangeSearch(query, how);
    }

    private ChangeSearch with(String name, Object value) {
        return new ChangeSearch(query.with(name, value), options);
    }

    Query query() {
        return query;
    }

    CallOptions callOptions() {
        return options;
    }
}
