package dev.weft.client.changes;

import dev.weft.client.CallOptions;
import dev.weft.client.internal.Query;
import dev.weft.client.internal.Results;

/** What a search of the history is asked for. Immutable: each method answers another one. */
public final class ChangeSearch {
    private static final ChangeSearch EVERYTHING = new ChangeSearch(Query.empty(), CallOptions.none());

    private final Query query;
    private final CallOptions options;

    private ChangeSearch(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * All changes, the newest first.
     *
     * @return a search to which the rest is added
     */
    public static ChangeSearch everything() {
        return EVERYTHING;
    }

    /**
     * Only what matches.
     *
     * @param criteria such as {@code Map.of("createdOn", "BETWEEN 2026-01-01 and 2026-01-31")}, and whatever a poll
     *     takes. An object is sent as jsurl, a text as it is
     * @return another search
     */
    public ChangeSearch criteria(Object criteria) {
        return with("criteria", criteria);
    }

    /**
     * Only changes of one type; the same as in criteria.
     *
     * @param name such as {@code item}
     * @return another search
     */
    public ChangeSearch entityType(String name) {
        return with("entityType", name);
    }

    /**
     * Orders the results.
     *
     * @param orderField such as {@code createdOn}
     * @param order asc or desc
     * @return another search
     */
    public ChangeSearch order(String orderField, String order) {
        return with("order", Results.object().put("orderField", orderField).put("order", order));
    }

    /**
     * Limits a page.
     *
     * @param count at most 1,000
     * @return another search
     */
    public ChangeSearch limit(int count) {
        return with("limit", count);
    }

    /**
     * Goes on behind a page.
     *
     * @param key as that page has answered it
     * @return another search
     */
    public ChangeSearch nextPageKey(String key) {
        return with("nextPageKey", key);
    }

    /**
     * Says how the calls are to be made.
     *
     * @param how time-out and retries
     * @return another search
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

    CallOptions options() {
        return options;
    }
}
