package dev.weft.client;

import dev.weft.client.internal.Query;
import java.util.List;

/** Options for reading one entity. Immutable: each method returns a new instance. */
public final class Reading {
    private static final Reading DEFAULT = new Reading(Query.empty(), CallOptions.options());

    private final Query query;
    private final CallOptions options;

    private Reading(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * The current entity.
     *
     * @return options to extend
     */
    public static Reading options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return options to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static Reading whole() {
        return options();
    }

    /**
     * Expands references.
     *
     * @param names such as {@code itemFamily}
     * @return new options
     */
    public Reading relations(String... names) {
        return new Reading(query.with("relations", List.of(names)), options);
    }

    /**
     * Selects fields; id is always included.
     *
     * @param names such as {@code name}
     * @return new options
     */
    public Reading fields(String... names) {
        return new Reading(query.with("fields", List.of(names)), options);
    }

    /**
     * Reads a past state.
     *
     * @param place a cursor of the change history, or a time
     * @return new options
     */
    public Reading asOf(String place) {
        return new Reading(query.with("asOf", place), options);
    }

    /**
     * Sets the call options.
     *
     * @param how timeout and retries
     * @return new options
     */
    public Reading options(CallOptions how) {
        return new Reading(query, how);
    }

    Query query() {
        return query;
    }

    CallOptions callOptions() {
        return options;
    }
}
