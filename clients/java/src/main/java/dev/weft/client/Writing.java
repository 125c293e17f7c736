package dev.weft.client;

import dev.weft.client.internal.Query;

/** How something is to be written or deleted. Immutable: each method answers another one. */
public final class Writing {
    private static final Writing PLAIN = new Writing(Query.empty(), CallOptions.none());

    private final Query query;
    private final CallOptions options;

    private Writing(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * Writing as such.
     *
     * @return a writing to which the rest is added
     */
    public static Writing plain() {
        return PLAIN;
    }

    /**
     * Answers what would be written, and writes nothing.
     *
     * @return another writing
     */
    public Writing dryRun() {
        return new Writing(query.with("dryRun", true), options);
    }

    /**
     * Deletes also what belongs to it; of no use for other writes.
     *
     * @return another writing
     */
    public Writing cascade() {
        return new Writing(query.with("cascade", true), options);
    }

    /**
     * Writes only if nobody has changed it since; else the call is refused with 412.
     *
     * @param version the version that was read
     * @return another writing
     */
    public Writing ifMatch(long version) {
        return new Writing(query, options.withIfMatch(version));
    }

    /**
     * Says how the call is to be made.
     *
     * @param how time-out, retries, keys and versions
     * @return another writing
     */
    public Writing options(CallOptions how) {
        return new Writing(query, how);
    }

    Query query() {
        return query;
    }

    CallOptions options() {
        return options;
    }
}
