package dev.weft.client.changes;

import dev.weft.client.CallOptions;
import dev.weft.client.internal.Query;
import java.util.Objects;

/**
 * What a poll is asked for, and where it keeps its cursor, if at all. One poll at a time should use a cursor: several
 * would each move it to their own place. Immutable: each method answers another one.
 */
public final class Polling {
    private static final Polling EVERYTHING =
            new Polling(null, null, "beginning", Query.empty(), 20, true, CallOptions.none());

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
     * All changes from the beginning of the log, and then those that come.
     *
     * @return a polling to which the rest is added
     */
    public static Polling everything() {
        return EVERYTHING;
    }

    /**
     * Lets the service keep the cursor. It wins over where the poll would begin otherwise.
     *
     * @param name of the consumer; the console shows its lag
     * @return another polling
     */
    public Polling consumer(String name) {
        if (cursor != null) {
            throw bothPlaces();
        }
        return new Polling(
                Objects.requireNonNull(name, "name"), null, after, query, waitSeconds, isFollowing, options);
    }

    /**
     * Keeps the cursor in any other place. It wins over where the poll would begin otherwise.
     *
     * @param store such as {@link CursorStore#inFile}
     * @return another polling
     */
    public Polling cursor(CursorStore store) {
        if (consumer != null) {
            throw bothPlaces();
        }
        return new Polling(
                null, Objects.requireNonNull(store, "store"), after, query, waitSeconds, isFollowing, options);
    }

    /**
     * Says where to begin while no cursor is stored.
     *
     * @param place a cursor, the id of a record, {@code beginning} or {@code now}
     * @return another polling
     */
    public Polling after(String place) {
        return new Polling(consumer, cursor, place, query, waitSeconds, isFollowing, options);
    }

    /**
     * Only what matches.
     *
     * @param criteria such as {@code Map.of("entityType", "item", "action", "update")}; also entityReference,
     *     createdById, changeSetId, typePath, changed. An object is sent as jsurl, a text as it is
     * @return another polling
     */
    public Polling criteria(Object criteria) {
        return with(query.with("criteria", criteria));
    }

    /**
     * Only changes of one type; the same as in criteria.
     *
     * @param name such as {@code item}
     * @return another polling
     */
    public Polling entityType(String name) {
        return with(query.with("entityType", name));
    }

    /**
     * Limits the records of a page. Left out: 100.
     *
     * @param count at most 1,000
     * @return another polling
     */
    public Polling limit(int count) {
        return with(query.with("limit", count));
    }

    /**
     * Says how long the service holds its answer while there is nothing. Left out: 20.
     *
     * @param seconds at most 30
     * @return another polling
     */
    public Polling waitSeconds(int seconds) {
        return new Polling(consumer, cursor, after, query, seconds, isFollowing, options);
    }

    /**
     * Says whether to go on with what comes. Left out: true.
     *
     * @param isWanted false ends with what was there at the beginning
     * @return another polling
     */
    public Polling follow(boolean isWanted) {
        return new Polling(consumer, cursor, after, query, waitSeconds, isWanted, options);
    }

    /**
     * Says how the calls are to be made. The time-out counts beside the time that the service is asked to wait; retries
     * count where the poll does not follow.
     *
     * @param how time-out and retries
     * @return another polling
     */
    public Polling options(CallOptions how) {
        return new Polling(consumer, cursor, after, query, waitSeconds, isFollowing, how);
    }

    private Polling with(Query other) {
        return new Polling(consumer, cursor, after, other, waitSeconds, isFollowing, options);
    }

    private static IllegalArgumentException bothPlaces() {
        return new IllegalArgumentException("A poll keeps its cursor in one place: give consumer or cursor, not both.");
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

    CallOptions options() {
        return options;
    }
}
