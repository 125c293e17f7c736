package dev.weft.client.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** For work of many calls: how long it bears with a service that is away. */
public final class Patience {
    /** A service that asks for more patience than other calls have is asked again after this time. */
    private static final Duration DELAY_MAX = Duration.ofMinutes(5);
    /** A service that answers at once that there is nothing, as when it stops, is not asked more often than this. */
    private static final Duration IDLE_MIN = Duration.ofSeconds(1);

    private final Stop stop;

    public Patience(Stop stop) {
        this.stop = stop;
    }

    /** Makes the call until the service answers it, however long it is away. */
    public <T> T outlast(Supplier<T> call) {
        for (int retry = 0; ; retry += 1) {
            try {
                return call.get();
            } catch (RuntimeException error) {
                if (!Retries.isOutage(error)) {
                    throw error;
                }
                stop.pause(Retries.delayAfter(error, retry, true).orElse(DELAY_MAX));
            }
        }
    }

    /** Makes the call until it succeeds, fails for good, or was made often enough. */
    public <T> T retry(int retries, Supplier<T> call) {
        for (int retry = 0; ; retry += 1) {
            try {
                return call.get();
            } catch (RuntimeException error) {
                Optional<Duration> delay =
                        retry < retries ? Retries.delayAfter(error, retry, true) : Optional.empty();
                stop.pause(delay.orElseThrow(() -> error));
            }
        }
    }

    /** Asks for what comes next, through outages of any length, and never in a hurry. */
    public <T> T longPoll(Supplier<T> ask, Predicate<T> isIdle) {
        long begun = System.nanoTime();
        T answer = outlast(ask);
        if (isIdle.test(answer)) {
            stop.pause(IDLE_MIN.minusNanos(System.nanoTime() - begun));
        }
        return answer;
    }
}
