package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.weft.client.internal.Query;
import dev.weft.client.internal.Results;
import java.util.List;
import java.util.Map;

/** Options of a list. Immutable: each method returns a new instance. */
public final class Listing {
    private static final Listing DEFAULT = new Listing(Query.empty(), CallOptions.options());

    private final Query query;
    private final CallOptions options;

    private Listing(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * All entities, in pages of 100.
     *
     * @return a listing to extend
     */
    public static Listing options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return a listing to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static Listing everything() {
        return options();
    }

    /**
     * Filters by criteria.
     *
     * @param criteria such as {@code Map.of("price", Map.of("gt", 10))}; a map, {@code JsonNode} or record, which is
     *     sent as jsurl, or a text, which is sent unchanged
     * @return a new listing
     */
    public Listing criteria(Object criteria) {
        return with("criteria", criteria);
    }

    /**
     * Sorts by a field, ascending.
     *
     * @param field such as {@code name}
     * @return a new listing
     */
    public Listing orderBy(String field) {
        return with("order", order(field, "asc"));
    }

    /**
     * Sorts by a field, descending.
     *
     * @param field such as {@code createdOn}
     * @return a new listing
     */
    public Listing orderByDescending(String field) {
        return with("order", order(field, "desc"));
    }

    /**
     * Sorts ties of the fields before by another field, ascending; a list can be ordered by up to 3 fields.
     *
     * @param field such as {@code name}
     * @return a new listing
     */
    public Listing thenBy(String field) {
        return with("order", further(order(field, "asc")));
    }

    /**
     * Sorts ties of the fields before by another field, descending.
     *
     * @param field such as {@code createdOn}
     * @return a new listing
     */
    public Listing thenByDescending(String field) {
        return with("order", further(order(field, "desc")));
    }

    /**
     * Expands references.
     *
     * @param names such as {@code itemFamily}
     * @return a new listing
     */
    public Listing relations(String... names) {
        return with("relations", List.of(names));
    }

    /**
     * Selects fields; id is always included.
     *
     * @param names such as {@code name}
     * @return a new listing
     */
    public Listing fields(String... names) {
        return with("fields", List.of(names));
    }

    /**
     * Searches name, federatedId and searchable text properties.
     *
     * @param words separated by blanks
     * @return a new listing
     */
    public Listing q(String words) {
        return with("q", words);
    }

    /**
     * Sets the page size.
     *
     * @param count at most 1,000
     * @return a new listing
     */
    public Listing limit(int count) {
        return with("limit", count);
    }

    /**
     * Continues after a page.
     *
     * @param key the nextPageKey of that page
     * @return a new listing
     */
    public Listing nextPageKey(String key) {
        return with("nextPageKey", key);
    }

    /**
     * Adds the exact total.
     *
     * @return a new listing
     */
    public Listing includeTotal() {
        return with("includeTotal", true);
    }

    /**
     * Adds parameters by name, such as {@code Map.of("limit", 10)}.
     *
     * @param params texts, numbers, booleans, collections of names, or objects that are sent as jsurl
     * @return a new listing
     */
    public Listing queryParams(Map<String, ?> params) {
        Query next = query;
        for (Map.Entry<String, ?> param : params.entrySet()) {
            next = next.with(param.getKey(), param.getValue());
        }
        return new Listing(next, options);
    }

    /**
     * Sets the call options.
     *
     * @param how timeout and retries
     * @return a new listing
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

    private JsonNode further(JsonNode order) {
        ArrayNode orders = JsonNodeFactory.instance.arrayNode();
        if (query.values().get("order") instanceof ArrayNode several) {
            orders.addAll(several);
        } else if (query.values().get("order") instanceof JsonNode one) {
            orders.add(one);
        } else {
            throw new IllegalStateException("thenBy follows orderBy or orderByDescending.");
        }
        return orders.add(order);
    }

    Query query() {
        return query;
    }

    CallOptions callOptions() {
        return options;
    }
}
