package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.internal.Query;
import dev.weft.client.internal.Results;
import java.util.List;
import java.util.Map;

/** What a list is asked for. Immutable: each method answers another one. */
public final class Listing {
    private static final Listing EVERYTHING = new Listing(Query.empty(), CallOptions.none());

    private final Query query;
    private final CallOptions options;

    private Listing(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * Everything, in pages of a hundred.
     *
     * @return a listing to which the rest is added
     */
    public static Listing everything() {
        return EVERYTHING;
    }

    /**
     * Only what matches.
     *
     * @param criteria such as {@code Map.of("price", Map.of("gt", 10))}; a map, {@code JsonNode} or record, which is
     *     sent as jsurl, or a text, which is sent as it is
     * @return another listing
     */
    public Listing criteria(Object criteria) {
        return with("criteria", criteria);
    }

    /**
     * Ordered by a field, from small to large.
     *
     * @param field such as {@code name}
     * @return another listing
     */
    public Listing orderBy(String field) {
        return with("order", order(field, "asc"));
    }

    /**
     * Ordered by a field, from large to small.
     *
     * @param field such as {@code createdOn}
     * @return another listing
     */
    public Listing orderByDescending(String field) {
        return with("order", order(field, "desc"));
    }

    /**
     * Shows references as entities.
     *
     * @param names such as {@code itemFamily}
     * @return another listing
     */
    public Listing relations(String... names) {
        return with("relations", List.of(names));
    }

    /**
     * Shows only these fields; id is always there.
     *
     * @param names such as {@code name}
     * @return another listing
     */
    public Listing fields(String... names) {
        return with("fields", List.of(names));
    }

    /**
     * Only what has these words in its name, federatedId or searchable text properties.
     *
     * @param words separated by blanks
     * @return another listing
     */
    public Listing q(String words) {
        return with("q", words);
    }

    /**
     * Limits a page.
     *
     * @param count at most 1,000
     * @return another listing
     */
    public Listing limit(int count) {
        return with("limit", count);
    }

    /**
     * Goes on behind a page.
     *
     * @param key as that page has answered it
     * @return another listing
     */
    public Listing nextPageKey(String key) {
        return with("nextPageKey", key);
    }

    /**
     * Counts all that match, exactly.
     *
     * @return another listing
     */
    public Listing includeTotal() {
        return with("includeTotal", true);
    }

    /**
     * Adds parameters by their names, such as {@code Map.of("limit", 10)}.
     *
     * @param params texts, numbers, booleans, collections of names, or objects that are sent as jsurl
     * @return another listing
     */
    public Listing queryParams(Map<String, ?> params) {
        Query next = query;
        for (Map.Entry<String, ?> param : params.entrySet()) {
            next = next.with(param.getKey(), param.getValue());
        }
        return new Listing(next, options);
    }

    /**
     * Says how the calls are to be made.
     *
     * @param how time-out and retries
     * @return another listing
     */
    public Listing options(CallOptions how) {
        return new Listing(query, how);
    }

    private Listing with(String name, Object value) {
        return new Listing(query.with(name, value), options);
    }

    private static JsonNode order(String field, String direction) {
        return Results.object().put("orderField", field).put("order", direction);
    }

    Query query() {
        return query;
    }

    CallOptions options() {
        return options;
    }
}
