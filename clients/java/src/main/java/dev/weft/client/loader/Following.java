package dev.weft.client.loader;

import dev.weft.client.CallOptions;
import java.time.Duration;
import java.util.function.Consumer;

/** How a load is followed. Immutable: each method answers another one. */
public final class Following {
    /** The service answers a wait when the load has ended, or when so much time has passed. */
    private static final int LONG_WAIT_SECONDS = 25;

    private static final Following TO_ITS_END =
            new Following(load -> {}, LONG_WAIT_SECONDS, Duration.ofMinutes(10), CallOptions.none());

    private final Consumer<LoaderProcess> onProgress;
    private final int pollSeconds;
    private final Duration outageMax;
    private final CallOptions options;

    private Following(
            Consumer<LoaderProcess> onProgress, int pollSeconds, Duration outageMax, CallOptions options) {
        this.onProgress = onProgress;
        this.pollSeconds = pollSeconds;
        this.outageMax = outageMax;
        this.options = options;
    }

    /**
     * Waits for the end, and tells nobody of the way.
     *
     * @return a following to which the rest is added
     */
    public static Following toItsEnd() {
        return TO_ITS_END;
    }

    /**
     * Is told of each new state of the load, from the first to the last; looks each second unless pollSeconds says
     * otherwise.
     *
     * @param listener is called in the thread that follows; what it throws ends the following, not the load
     * @return another following
     */
    public Following onProgress(Consumer<LoaderProcess> listener) {
        int seconds = pollSeconds == LONG_WAIT_SECONDS ? 1 : pollSeconds;
        return new Following(listener, seconds, outageMax, options);
    }

    /**
     * Says how often to look.
     *
     * @param seconds from 1 to 30
     * @return another following
     */
    public Following pollSeconds(int seconds) {
        return new Following(onProgress, seconds, outageMax, options);
    }

    /**
     * Says how long the service may be away in the meantime. Left out: ten minutes.
     *
     * @param limit of one outage
     * @return another following
     */
    public Following outageMax(Duration limit) {
        return new Following(onProgress, pollSeconds, limit, options);
    }

    /**
     * Says how the calls are to be made. The time-out counts beside the time that the service is asked to wait.
     *
     * @param how time-out and retries
     * @return another following
     */
    public Following options(CallOptions how) {
        return new Following(onProgress, pollSeconds, outageMax, how);
    }

    Consumer<LoaderProcess> onProgress() {
        return onProgress;
    }

    int pollSeconds() {
        return pollSeconds;
    }

    Duration outageMax() {
        return outageMax;
    }

    CallOptions options() {
        return options;
    }
}
