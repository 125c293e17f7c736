package dev.weft.client.changes;

import dev.weft.client.CallOptions;
import dev.weft.client.internal.Query;

/** What an export is asked for. Immutable: each method answers another one. */
public final class ChangeExport {
    private static final ChangeExport EVERYTHING = new ChangeExport(Query.empty(), CallOptions.none());

    private final Query query;
    private final CallOptions options;

    private ChangeExport(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * Everything that is kept.
     *
     * @return an export to which the rest is added
     */
    public static ChangeExport everything() {
        return EVERYTHING;
    }

    /**
     * Only what matches.
     *
     * @param criteria as for a poll
     * @return another export
     */
    public ChangeExport criteria(Object criteria) {
        return new ChangeExport(query.with("criteria", criteria), options);
    }

    /**
     * Only changes of one type; the same as in criteria.
     *
     * @param name such as {@code item}
     * @return another export
     */
    public ChangeExport entityType(String name) {
        return new ChangeExport(query.with("entityType", name), options);
    }

    /**
     * Only what came behind a place.
     *
     * @param place a cursor or the id of a record
     * @return another export
     */
    public ChangeExport after(String place) {
        return new ChangeExport(query.with("after", place), options);
    }

    /**
     * Says how the calls are to be made. The time-out counts while nothing comes.
     *
     * @param how time-out and retries
     * @return another export
     */
    public ChangeExport options(CallOptions how) {
        return new ChangeExport(query, how);
    }

    Query query() {
        return query;
    }

    CallOptions options() {
        return options;
    }
}
