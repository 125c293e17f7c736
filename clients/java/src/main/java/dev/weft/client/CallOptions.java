package dev.weft.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Options of a call that override those of the session. Immutable: each method returns a new instance. */
public final class CallOptions {
    private static final CallOptions NONE = new CallOptions(null, null, null, null);

    private final Duration timeout;
    private final Integer retries;
    private final String idempotencyKey;
    private final Long ifMatch;

    private CallOptions(Duration timeout, Integer retries, String idempotencyKey, Long ifMatch) {
        this.timeout = timeout;
        this.retries = retries;
        this.idempotencyKey = idempotencyKey;
        this.ifMatch = ifMatch;
    }

    /**
     * The options of the session.
     *
     * @return options without overrides
     */
    public static CallOptions none() {
        return NONE;
    }

    /**
     * Sets the timeout of each attempt, until its response is read; for a stream, until it starts and then for each
     * wait for data.
     *
     * @param limit zero means none
     * @return new options
     */
    public CallOptions withTimeout(Duration limit) {
        return new CallOptions(requireLimit(limit), retries, idempotencyKey, ifMatch);
    }

    /**
     * Sets the maximum retries after 429, 503 and lost connections.
     *
     * @param count zero means never
     * @return new options
     */
    public CallOptions withRetries(int count) {
        return new CallOptions(timeout, requireCount(count), idempotencyKey, ifMatch);
    }

    /**
     * Sets your own idempotency key, to retry a call after a crash. By default, each call that creates something
     * carries a new key, so that a retry does not create it twice.
     *
     * @param key 1 to 255 characters
     * @return new options
     */
    public CallOptions withIdempotencyKey(String key) {
        return new CallOptions(timeout, retries, Objects.requireNonNull(key, "key"), ifMatch);
    }

    /**
     * Writes only if the entity still has this version; otherwise the call fails with 412. Such a call is not retried
     * after a lost response, because the retry would fail.
     *
     * @param version the version that was read
     * @return new options
     */
    public CallOptions withIfMatch(long version) {
        return new CallOptions(timeout, retries, idempotencyKey, version);
    }

    /**
     * The timeout of each attempt.
     *
     * @return empty for that of the session
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /**
     * The maximum retries.
     *
     * @return empty for that of the session
     */
    public OptionalInt retries() {
        return retries == null ? OptionalInt.empty() : OptionalInt.of(retries);
    }

    /**
     * The caller's idempotency key.
     *
     * @return empty if there is none
     */
    public Optional<String> idempotencyKey() {
        return Optional.ofNullable(idempotencyKey);
    }

    /**
     * The version that was read.
     *
     * @return empty for any version
     */
    public OptionalLong ifMatch() {
        return ifMatch == null ? OptionalLong.empty() : OptionalLong.of(ifMatch);
    }

    static Duration requireLimit(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("The timeout must not be negative; zero means none.");
        }
        return limit;
    }

    static int requireCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("The number of retries must not be negative.");
        }
        return count;
    }
}
