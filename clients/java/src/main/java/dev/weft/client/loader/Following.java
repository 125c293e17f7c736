package dev.weft.client.loader;

import dev.weft.client.CallOptions;
import java.time.Duration;
import java.util.function.Consumer;

/** Options for following a load. Immutable: each method returns a new instance. */
public final class Following {
    /** The service responds when the load ends, or after this time. */
    private static final int LONG_WAIT_SECONDS = 25;

    private static final Following DEFAULT =
            new Following(load -> {}, LONG_WAIT_SECONDS, Duration.ofMinutes(10), CallOptions.options());

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
     * Waits for the end, without progress.
     *
     * @return options to extend
     */
    public static Following options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return options to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static Following toItsEnd() {
        return options();
    }

    /**
     * Reports each new state of the load, from the first to the last; polls every second unless pollSeconds is set.
     *
     * @param listener is called in the following thread; an exception stops following, not the load
     * @return new options
     */
    public Following onProgress(Consumer<LoaderProcess> listener) {
        int seconds = pollSeconds == LONG_WAIT_SECONDS ? 1 : pollSeconds;
        return new Following(listener, seconds, outageMax, options);
    }

    /**
     * Sets the poll interval.
     *
     * @param seconds from 1 to 30
     * @return new options
     */
    public Following pollSeconds(int seconds) {
        return new Following(onProgress, seconds, outageMax, options);
    }

    /**
     * Sets how long the service may be unavailable in the meantime. Default: ten minutes.
     *
     * @param limit of one outage
     * @return new options
     */
    public Following outageMax(Duration limit) {
        return new Following(onProgress, pollSeconds, limit, options);
    }

    /**
     * Sets the call options. The timeout is added to the time that the service holds the request.
     *
     * @param how timeout and retries
     * @return new options
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

    CallOptions callOptions() {
        return options;
    }
}
