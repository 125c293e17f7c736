package dev.weft.client;

import dev.weft.client.internal.Query;

/** Options of a write or delete. Immutable: each method returns a new instance. */
public final class Writing {
    private static final Writing DEFAULT = new Writing(Query.empty(), CallOptions.options());

    private final Query query;
    private final CallOptions options;

    private Writing(Query query, CallOptions options) {
        this.query = query;
        this.options = options;
    }

    /**
     * The default options.
     *
     * @return options to extend
     */
    public static Writing options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return options to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static Writing plain() {
        return options();
    }

    /**
     * Returns the result without writing.
     *
     * @return new options
     */
    public Writing dryRun() {
        return new Writing(query.with("dryRun", true), options);
    }

    /**
     * Also deletes dependent entities; ignored for other writes.
     *
     * @return new options
     */
    public Writing cascade() {
        return new Writing(query.with("cascade", true), options);
    }

    /**
     * Also deletes the history of the entity, and files that nothing else uses. For administrators.
     *
     * @return options that purge
     */
    public Writing purge() {
        return new Writing(query.with("purge", true), options);
    }

    /**
     * Writes only if the entity has not changed since; otherwise the call fails with 412.
     *
     * @param version the version that was read
     * @return new options
     */
    public Writing ifMatch(long version) {
        return new Writing(query, options.withIfMatch(version));
    }

    /**
     * Sets the call options.
     *
     * @param how timeout, retries, keys and versions
     * @return new options
     */
    public Writing options(CallOptions how) {
        return new Writing(query, how);
    }

    Query query() {
        return query;
    }

    CallOptions callOptions() {
        return options;
    }
}
