package dev.weft.client.internal;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Retries for work of many calls, while the service is unavailable. */
public final class RetryLoop {
    /** The retry interval if the service asks for a longer wait than normal calls accept. */
    private static final Duration DELAY_MAX = Duration.ofMinutes(5);
    /** The minimum interval for a service that responds immediately, for example while it shuts down. */
    private static final Duration IDLE_MIN = Duration.ofSeconds(1);

    private final Stop stop;

    public RetryLoop(Stop stop) {
        this.stop = stop;
    }

    /** Retries until the service responds, however long it is unavailable. */
    public <T> T retryUntilAvailable(Supplier<T> call) {
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

    /** Makes the call until it succeeds, fails permanently, or has no retries left. */
    public <T> T retry(int retries, Supplier<T> call) {
        Attempts attempts = new Attempts(retries, true, new Deadline(Duration.ZERO));
        while (true) {
            try {
                return call.get();
            } catch (RuntimeException error) {
                stop.pause(attempts.delayAfter(error).orElseThrow(() -> error));
            }
        }
    }

    /** Long polls, through outages of any length, with a minimum interval. */
    public <T> T longPoll(Supplier<T> ask, Predicate<T> isIdle) {
        long begun = System.nanoTime();
        T response = retryUntilAvailable(ask);
        if (isIdle.test(response)) {
            stop.pause(IDLE_MIN.minusNanos(System.nanoTime() - begun));
        }
        return response;
    }
}
