package dev.weft.client.changes;

import dev.weft.client.Caller;
import dev.weft.client.internal.RetryLoop;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Stop;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The start position of a poll, and its stored position. */
final class KeptCursor {
    private static final Set<String> NO_PLACES = Set.of("beginning", "now");

    private final CursorStore store;
    private final RetryLoop retryLoop;
    private final boolean isFollowing;
    private final int retries;
    private final String start;
    private String saved = "";

    /** Loads the stored position, which takes precedence over the caller's start position. */
    KeptCursor(Caller caller, Polling polling, Stop stop) {
        this.store = polling.consumer() == null
                ? polling.cursor()
                : new ConsumerCursor(caller, polling.consumer(), polling.callOptions(), stop);
        this.retryLoop = new RetryLoop(stop);
        this.isFollowing = polling.isFollowing();
        this.retries = polling.callOptions().retries().orElse(Retries.DEFAULT);
        Optional<String> stored = store == null ? Optional.empty() : patiently(store::load);
        this.start = stored.orElse(polling.after());
        // The stored value may be beginning or now, to start over.
        stored.filter(place -> !NO_PLACES.contains(place)).ifPresent(place -> saved = place);
    }

    String start() {
        return start;
    }

    /** Stores a position; while following, retries without limit. */
    void save(String cursor) {
        patiently(() -> advance(cursor));
    }

    /**
     * The same for a caller that leaves and must not be blocked forever. After an interrupt there is no retry, but
     * finished records are still stored.
     */
    void saveOnLeaving(String cursor) {
        boolean isInterrupted = Thread.interrupted();
        try {
            new RetryLoop(new Stop()).retry(isInterrupted ? 0 : retries, () -> advance(cursor));
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T patiently(Supplier<T> call) {
        return isFollowing ? retryLoop.retryUntilAvailable(call) : retryLoop.retry(retries, call);
    }

    /** Cursors sort in log order; the cursor never moves back. */
    private synchronized Void advance(String cursor) {
        if (store != null && cursor.compareTo(saved) > 0) {
            store.save(cursor);
            saved = cursor;
        }
        return null;
    }
}
