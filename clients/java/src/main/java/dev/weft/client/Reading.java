package dev.weft.client;

import dev.weft.client.internal.Query;
import java.util.List;

/** Options for reading one entity. Immutable: each method returns a new instance. */
public final class Reading {
    private static final Reading WHOLE = new Reading(Query.empty(), CallOptions.none());

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
    public static Reading whole() {
        return WHOLE;
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

    CallOptions options() {
        return options;
    }
}
