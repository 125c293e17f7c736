package dev.weft.client.internal;

import java.time.Duration;
import java.util.Optional;

/** The attempts of one call: decides after each failure whether and when there is another one. */
final class Attempts {
    /** A restart of the service takes seconds; a refused request was not sent, so that waiting is safe. */
    private static final Duration REFUSED_MAX = Duration.ofSeconds(10);

    private final int retries;
    private final boolean isRepeatable;
    private final Deadline deadline;
    private int retry;
    private int refusals;
    private long refusedSinceNanos;

    Attempts(int retries, boolean isRepeatable, Deadline deadline) {
        this.retries = retries;
        this.isRepeatable = isRepeatable;
        this.deadline = deadline;
    }

    /** The delay before the next attempt; empty if the error is final, or the delay exceeds the deadline. */
    Optional<Duration> delayAfter(Throwable error) {
        Optional<Duration> delay = Retries.isRefused(error) ? afterRefusal() : afterResponse(error);
        return delay.filter(deadline::allows);
    }

    private Optional<Duration> afterRefusal() {
        if (refusals == 0) {
            refusedSinceNanos = System.nanoTime();
        }
        refusals += 1;
        boolean isOver = System.nanoTime() - refusedSinceNanos > REFUSED_MAX.toNanos();
        return retries == 0 || isOver ? Optional.empty() : Optional.of(Retries.refusedBackoff(refusals - 1));
    }

    private Optional<Duration> afterResponse(Throwable error) {
        refusals = 0;
        if (retry >= retries) {
            return Optional.empty();
        }
        retry += 1;
        return Retries.delayAfter(error, retry - 1, isRepeatable);
    }
}
