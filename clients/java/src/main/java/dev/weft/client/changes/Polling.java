package dev.weft.client.changes;

import dev.weft.client.CallOptions;
import dev.weft.client.internal.Query;
import java.util.Objects;

/**
 * Options of a poll, and where it stores its cursor, if at all. Use a cursor in one poll at a time: each poll would set
 * its own position. Immutable: each method returns a new instance.
 */
public final class Polling {
    private static final Polling DEFAULT =
            new Polling(null, null, "beginning", Query.empty(), 20, true, CallOptions.options());

    private final String consumer;
    private final CursorStore cursor;
    private final String after;
    private final Query query;
    private final int waitSeconds;
    private final boolean isFollowing;
    private final CallOptions options;

    private Polling(
            String consumer,
            CursorStore cursor,
            String after,
            Query query,
            int waitSeconds,
            boolean isFollowing,
            CallOptions options) {
        this.consumer = consumer;
        this.cursor = cursor;
        this.after = after;
        this.query = query;
        this.waitSeconds = waitSeconds;
        this.isFollowing = isFollowing;
        this.options = options;
    }

    /**
     * All changes from the beginning of the log, and then new ones.
     *
     * @return options to extend
     */
    public static Polling options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return options to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static Polling everything() {
        return options();
    }

    /**
     * Stores the cursor in the service. It takes precedence over the start position.
     *
     * @param name of the consumer; the console shows its lag
     * @return new options
     */
    public Polling consumer(String name) {
        if (cursor != null) {
            throw bothPlaces();
        }
        return new Polling(
                Objects.requireNonNull(name, "name"), null, after, query, waitSeconds, isFollowing, options);
    }

    /**
     * Stores the cursor elsewhere. It takes precedence over the start position.
     *
     * @param store such as {@link CursorStore#inFile}
     * @return new options
     */
    public Polling cursor(CursorStore store) {
        if (consumer != null) {
            throw bothPlaces();
        }
        return new Polling(
                null, Objects.requireNonNull(store, "store"), after, query, waitSeconds, isFollowing, options);
    }

    /**
     * Sets the start position if no cursor is stored.
     *
     * @param place a cursor, the id of a record, {@code beginning} or {@code now}
     * @return new options
     */
    public Polling after(String place) {
        return new Polling(consumer, cursor, place, query, waitSeconds, isFollowing, options);
    }

    /**
     * Filters by criteria.
     *
     * @param criteria such as {@code Map.of("entityType", "item", "action", "update")}; also entityReference,
     *     createdById, changeSetId, typePath, changed. An object is sent as jsurl, a text unchanged
     * @return new options
     */
    public Polling criteria(Object criteria) {
        return with(query.with("criteria", criteria));
    }

    /**
     * Only changes of one entity type; shortcut for the same field in criteria.
     *
     * @param name such as {@code item}
     * @return new options
     */
    public Polling entityType(String name) {
        return with(query.with("entityType", name));
    }

    /**
     * Sets the page size. Default: 100.
     *
     * @param count at most 1,000
     * @return new options
     */
    public Polling limit(int count) {
        return with(query.with("limit", count));
    }

    /**
     * Sets how long the service holds the request if there are no records. Default: 20.
     *
     * @param seconds at most 30
     * @return new options
     */
    public Polling waitSeconds(int seconds) {
        return new Polling(consumer, cursor, after, query, seconds, isFollowing, options);
    }

    /**
     * Sets whether to follow new changes. Default: true.
     *
     * @param isWanted false ends with the changes that existed at the start
     * @return new options
     */
    public Polling follow(boolean isWanted) {
        return new Polling(consumer, cursor, after, query, waitSeconds, isWanted, options);
    }

    /**
     * Sets the call options. The timeout is added to the time that the service holds the request; retries apply if the
     * poll does not follow.
     *
     * @param how timeout and retries
     * @return new options
     */
    public Polling options(CallOptions how) {
        return new Polling(consumer, cursor, after, query, waitSeconds, isFollowing, how);
    }

    private Polling with(Query other) {
        return new Polling(consumer, cursor, after, other, waitSeconds, isFollowing, options);
    }

    private static IllegalArgumentException bothPlaces() {
        return new IllegalArgumentException(
                "A poll stores its cursor in one place: pass consumer or cursor, not both.");
    }

    String consumer() {
        return consumer;
    }

    CursorStore cursor() {
        return cursor;
    }

    String after() {
        return after;
    }

    Query query() {
        return query;
    }

    int waitSeconds() {
        return waitSeconds;
    }

    boolean isFollowing() {
        return isFollowing;
    }

    CallOptions callOptions() {
        return options;
    }
}
