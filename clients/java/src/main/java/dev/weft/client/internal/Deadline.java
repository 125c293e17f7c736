package dev.weft.client.internal;

import java.time.Duration;
import java.util.Optional;

/** The end of a whole call, with its waits and retries. Zero means none. */
final class Deadline {
    private final Duration limit;
    private final long begunNanos = System.nanoTime();

    Deadline(Duration limit) {
        this.limit = limit;
    }

    /** Empty without a deadline; zero if it has passed. */
    Optional<Duration> remaining() {
        if (limit.isZero()) {
            return Optional.empty();
        }
        Duration left = limit.minusNanos(System.nanoTime() - begunNanos);
        return Optional.of(left.isNegative() ? Duration.ZERO : left);
    }

    /** Whether a wait ends before the deadline. */
    boolean allows(Duration wait) {
        return remaining().map(left -> wait.compareTo(left) < 0).orElse(true);
    }

    Duration limit() {
        return limit;
    }
}
