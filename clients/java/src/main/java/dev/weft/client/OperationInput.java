package dev.weft.client;

import dev.weft.client.internal.Query;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What an operation takes: parameters of its path, of its query, a body, and how it is to be called. Immutable. */
public final class OperationInput {
    private static final OperationInput NOTHING =
            new OperationInput(Map.of(), Query.empty(), null, CallOptions.none(), null);

    private final Map<String, String> params;
    private final Query query;
    private final Object body;
    private final CallOptions options;
    private final Boolean isRepeatable;

    private OperationInput(
            Map<String, String> params, Query query, Object body, CallOptions options, Boolean isRepeatable) {
        this.params = params;
        this.query = query;
        this.body = body;
        this.options = options;
        this.isRepeatable = isRepeatable;
    }

    /**
     * For operations that need nothing.
     *
     * @return an input to which the rest is added
     */
    public static OperationInput nothing() {
        return NOTHING;
    }

    /**
     * Fills a place of the path.
     *
     * @param name as in {@code /items/{id}}
     * @param value in plain text; it is encoded
     * @return another input
     */
    public OperationInput param(String name, String value) {
        Map<String, String> others = new LinkedHashMap<>(params);
        others.put(name, value);
        return new OperationInput(Map.copyOf(others), query, body, options, isRepeatable);
    }

    /**
     * Adds a parameter of the query.
     *
     * @param name such as {@code limit}
     * @param value a text, number or boolean; a collection of names, which are separated by commas; or any other
     *     object, which is sent as jsurl; null leaves it out
     * @return another input
     */
    public OperationInput query(String name, Object value) {
        return new OperationInput(params, query.with(name, value), body, options, isRepeatable);
    }

    /**
     * Gives it a body.
     *
     * @param object anything that the session's mapper writes: a map, a {@code JsonNode}, a record; null means none
     * @return another input
     */
    public OperationInput body(Object object) {
        return new OperationInput(params, query, object, options, isRepeatable);
    }

    /**
     * Says how it is to be called.
     *
     * @param how time-out, retries, keys and versions
     * @return another input
     */
    public OperationInput options(CallOptions how) {
        return new OperationInput(params, query, body, how, isRepeatable);
    }

    /**
     * Says whether a second call does no harm. Left out: unless it is a POST, or a change of a certain version.
     *
     * @param repeatable whether it may be made again when its answer was lost
     * @return another input
     */
    public OperationInput repeatable(boolean repeatable) {
        return new OperationInput(params, query, body, options, repeatable);
    }

    OperationInput query(Query whole) {
        return new OperationInput(params, whole, body, options, isRepeatable);
    }

    Map<String, String> params() {
        return params;
    }

    Query query() {
        return query;
    }

    Optional<Object> body() {
        return Optional.ofNullable(body);
    }

    CallOptions options() {
        return options;
    }

    Optional<Boolean> isRepeatable() {
        return Optional.ofNullable(isRepeatable);
    }
}
