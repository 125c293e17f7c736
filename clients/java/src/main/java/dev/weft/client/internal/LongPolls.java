package dev.weft.client.internal;

import dev.weft.client.CallOptions;
import java.time.Duration;

/** How calls are made that the service may hold for a while. */
public final class LongPolls {
    /** Long enough to spare calls, short enough for proxies that cut quiet connections after half a minute. */
    public static final int WAIT_SECONDS = 20;
    /** For the answer itself, beside the time that the service holds it. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private LongPolls() {}

    /** The time-out counts beside the holding. The poll itself repeats the call. */
    public static CallOptions options(CallOptions given, int waitSeconds) {
        return given.withTimeout(beside(given, waitSeconds)).withRetries(0);
    }

    public static Duration beside(CallOptions given, int waitSeconds) {
        Duration timeout = given.timeout().orElse(ANSWER_TIMEOUT);
        return timeout.isZero() ? timeout : timeout.plusSeconds(waitSeconds);
    }
}
