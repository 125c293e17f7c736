package dev.weft.client.internal;

import dev.weft.client.ApiException;
import dev.weft.client.NoResponseException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/** Decides whether and when to retry a call. */
public final class Retries {
    /** Maximum retries, unless a call sets its own. */
    public static final int DEFAULT = 4;

    private static final long FIRST_DELAY_MS = 200;
    private static final long DELAY_MAX_MS = 20_000;
    private static final long REFUSED_DELAY_MAX_MS = 1_000;
    /** A longer Retry-After is not waited for. */
    private static final long RETRY_AFTER_MAX_MS = 300_000;

    private static final Set<Integer> LOST = Set.of(0, 502, 504);
    private static final Set<Integer> REJECTED = Set.of(429, 503);

    private static final Retries USUAL =
            new Retries(Clock.systemUTC(), () -> ThreadLocalRandom.current().nextDouble());

    private final Clock clock;
    private final DoubleSupplier random;

    Retries(Clock clock, DoubleSupplier random) {
        this.clock = clock;
        this.random = random;
    }

    /** The delay before the next attempt; empty if a retry is useless. */
    public static Optional<Duration> delayAfter(Throwable error, int retry, boolean isRepeatable) {
        return USUAL.delay(error, retry, isRepeatable);
    }

    /** Full jitter: callers that failed together do not retry together. */
    public static Duration backoff(int retry) {
        return USUAL.jitter(retry);
    }

    /** Whether the service was unavailable or busy: the same call may succeed later. */
    public static boolean isOutage(Throwable error) {
        return error instanceof ApiException rejection
                && (LOST.contains(rejection.status()) || REJECTED.contains(rejection.status()));
    }

    /** Whether nothing listened at the address, so that the request was not sent; not a name that cannot be resolved. */
    public static boolean isRefused(Throwable error) {
        return error instanceof NoResponseException
                && error.getCause() instanceof ConnectException refusal
                && !(refusal.getCause() instanceof UnresolvedAddressException);
    }

    /** At least half of the bound, because a refusal costs no time. */
    static Duration refusedBackoff(int refusal) {
        double boundMs = Math.min(REFUSED_DELAY_MAX_MS, FIRST_DELAY_MS * Math.pow(2, refusal));
        return Duration.ofMillis((long) (boundMs * (1 + USUAL.random.getAsDouble()) / 2));
    }

    Optional<Duration> delay(Throwable error, int retry, boolean isRepeatable) {
        if (!(error instanceof ApiException rejection)) {
            return Optional.empty();
        }
        Optional<Long> asked = rejection.headers().firstValue("retry-after").flatMap(this::readMillis);
        // 429 and 503 mean that nothing was done, so any call can be retried; so does a temporary conflict.
        boolean willPass = rejection.status() == 409 && asked.isPresent();
        boolean isRejected = REJECTED.contains(rejection.status()) || willPass;
        boolean isLost = LOST.contains(rejection.status());
        if (!isRejected && !(isLost && isRepeatable)) {
            return Optional.empty();
        }
        return asked.isPresent()
                ? asked.filter(millis -> millis <= RETRY_AFTER_MAX_MS).map(Duration::ofMillis)
                : Optional.of(jitter(retry));
    }

    private Duration jitter(int retry) {
        double boundMs = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * Math.pow(2, retry));
        return Duration.ofMillis((long) (random.getAsDouble() * boundMs));
    }

    /** Seconds, or a date. */
    private Optional<Long> readMillis(String text) {
        String trimmed = text.trim();
        try {
            double seconds = Double.parseDouble(trimmed);
            return Double.isFinite(seconds) ? Optional.of(Math.max(0, (long) (seconds * 1000))) : Optional.empty();
        } catch (NumberFormatException error) {
            return readDate(trimmed);
        }
    }

    private Optional<Long> readDate(String text) {
        try {
            ZonedDateTime date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            return Optional.of(Math.max(0, Duration.between(clock.instant(), date).toMillis()));
        } catch (DateTimeException error) {
            return Optional.empty();
        }
    }
}
