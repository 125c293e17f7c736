package dev.weft.client.internal;

import dev.weft.client.CallOptions;
import java.time.Duration;

/** Call options for long polls. */
public final class LongPolls {
    /** Long enough to save requests, short enough for proxies that close idle connections after half a minute. */
    public static final int WAIT_SECONDS = 20;
    /** For the response itself, in addition to the time that the service holds it. */
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

    private LongPolls() {}

    /** The poll itself retries the call. */
    public static CallOptions once(CallOptions given, int waitSeconds) {
        return options(given, waitSeconds).withRetries(0);
    }

    /** The timeout is added to the hold time. */
    public static CallOptions options(CallOptions given, int waitSeconds) {
        Duration timeout = given.timeout().orElse(RESPONSE_TIMEOUT);
        return given.withTimeout(timeout.isZero() ? timeout : timeout.plusSeconds(waitSeconds)).withLongPoll(true);
    }
}
