package dev.weft.client.changes;

import dev.weft.client.CallOptions;
import dev.weft.client.internal.Query;

/** Options of an export. Immutable: each method returns a new instance. */
public final class ChangeExport {
    private static final ChangeExport DEFAULT = new ChangeExport(Query.empty(), CallOptions.options());

    private final Query query;
    private final CallOptions options;

    private ChangeExport(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * All stored changes.
     *
     * @return options to extend
     */
    public static ChangeExport options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return options to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static ChangeExport everything() {
        return options();
    }

    /**
     * Filters by criteria.
     *
     * @param criteria as for a poll
     * @return new options
     */
    public ChangeExport criteria(Object criteria) {
        return new ChangeExport(query.with("criteria", criteria), options);
    }

    /**
     * Only changes of one entity type; shortcut for the same field in criteria.
     *
     * @param name such as {@code item}
     * @return new options
     */
    public ChangeExport entityType(String name) {
        return new ChangeExport(query.with("entityType", name), options);
    }

    /**
     * Only changes after a cursor.
     *
     * @param place a cursor or the id of a record
     * @return new options
     */
    public ChangeExport after(String place) {
        return new ChangeExport(query.with("after", place), options);
    }

    /**
     * Sets the call options. The timeout applies to the time without data.
     *
     * @param how timeout and retries
     * @return new options
     */
    public ChangeExport options(CallOptions how) {
        return new ChangeExport(query, how);
    }

    Query query() {
        return query;
    }

    CallOptions callOptions() {
        return options;
    }
}
