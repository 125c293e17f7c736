package dev.weft.client;

import dev.weft.client.internal.Query;
import java.util.List;

/** What is wanted of one entity, and how it is to be read. Immutable: each method answers another one. */
public final class Reading {
    private static final Reading WHOLE = new Reading(Query.empty(), CallOptions.none());

    private final Query query;
    private final CallOptions options;

    private Reading(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * The entity as it is now.
     *
     * @return a reading to which the rest is added
     */
    public static Reading whole() {
        return WHOLE;
    }

    /**
     * Shows references as entities.
     *
     * @param names such as {@code itemFamily}
     * @return another reading
     */
    public Reading relations(String... names) {
        return new Reading(query.with("relations", List.of(names)), options);
    }

    /**
     * Shows only these fields; id is always there.
     *
     * @param names such as {@code name}
     * @return another reading
     */
    public Reading fields(String... names) {
        return new Reading(query.with("fields", List.of(names)), options);
    }

    /**
     * Shows it as it was.
     *
     * @param place a cursor of the change history, or a time
     * @return another reading
     */
    public Reading asOf(String place) {
        return new Reading(query.with("asOf", place), options);
    }

    /**
     * Says how the call is to be made.
     *
     * @param how time-out and retries
     * @return another reading
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
