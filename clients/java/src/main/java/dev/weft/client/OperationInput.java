package dev.weft.client;

import dev.weft.client.internal.Query;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The input of an operation: path and query parameters, a body, and call options. Immutable. */
public final class OperationInput {
    private static final OperationInput DEFAULT =
            new OperationInput(Map.of(), Query.empty(), null, CallOptions.options(), null);

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
     * For operations without input.
     *
     * @return an input to extend
     */
    public static OperationInput options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return an input to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static OperationInput nothing() {
        return options();
    }

    /**
     * Sets a path parameter.
     *
     * @param name as in {@code /items/{id}}
     * @param value the unencoded value
     * @return a new input
     */
    public OperationInput param(String name, String value) {
        Map<String, String> others = new LinkedHashMap<>(params);
        others.put(name, value);
        return new OperationInput(Map.copyOf(others), query, body, options, isRepeatable);
    }

    /**
     * Adds a query parameter.
     *
     * @param name such as {@code limit}
     * @param value a text, number or boolean; a collection of names, sent comma-separated; or any other object, sent as
     *     jsurl; null omits it
     * @return a new input
     */
    public OperationInput query(String name, Object value) {
        return new OperationInput(params, query.with(name, value), body, options, isRepeatable);
    }

    /**
     * Sets the body.
     *
     * @param object any value that the session's mapper can serialize: a map, a {@code JsonNode}, a record; null means
     *     none
     * @return a new input
     */
    public OperationInput body(Object object) {
        return new OperationInput(params, query, object, options, isRepeatable);
    }

    /**
     * Sets the call options.
     *
     * @param how timeout, retries, keys and versions
     * @return a new input
     */
    public OperationInput options(CallOptions how) {
        return new OperationInput(params, query, body, how, isRepeatable);
    }

    /**
     * Sets whether the call can be repeated safely. Default: true, except for POST and for calls with ifMatch.
     *
     * @param repeatable whether to retry after a lost response
     * @return a new input
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

    CallOptions callOptions() {
        return options;
    }

    Optional<Boolean> isRepeatable() {
        return Optional.ofNullable(isRepeatable);
    }
}
