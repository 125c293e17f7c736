package dev.weft.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** How a call is made, where that differs from how the session makes it. Immutable: each method answers another one. */
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
     * As the session makes its calls.
     *
     * @return options that say nothing
     */
    public static CallOptions none() {
        return NONE;
    }

    /**
     * Limits each attempt until its answer is read; of a stream, until it begins and then each of its silences.
     *
     * @param limit zero means none
     * @return other options
     */
    public CallOptions withTimeout(Duration limit) {
        return new CallOptions(requireLimit(limit), retries, idempotencyKey, ifMatch);
    }

    /**
     * Says how often a call is made again after 429, 503 and lost connections.
     *
     * @param count zero means never
     * @return other options
     */
    public CallOptions withRetries(int count) {
        return new CallOptions(timeout, requireCount(count), idempotencyKey, ifMatch);
    }

    /**
     * Gives a key of your own, with which a call can be made again after a crash. Left out, each call that creates
     * something carries a new one, so that a lost answer does not create it twice.
     *
     * @param key 1 to 255 characters
     * @return other options
     */
    public CallOptions withIdempotencyKey(String key) {
        return new CallOptions(timeout, retries, Objects.requireNonNull(key, "key"), ifMatch);
    }

    /**
     * Changes only what was read: if somebody has changed it since, the call is refused with 412. Such a call is not
     * made again when its answer is lost, because the second one would be refused.
     *
     * @param version the version that was read
     * @return other options
     */
    public CallOptions withIfMatch(long version) {
        return new CallOptions(timeout, retries, idempotencyKey, version);
    }

    /**
     * The limit of each attempt.
     *
     * @return empty as the session has it
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /**
     * How often the call is made again.
     *
     * @return empty as the session has it
     */
    public OptionalInt retries() {
        return retries == null ? OptionalInt.empty() : OptionalInt.of(retries);
    }

    /**
     * The key of the caller's own.
     *
     * @return empty when there is none
     */
    public Optional<String> idempotencyKey() {
        return Optional.ofNullable(idempotencyKey);
    }

    /**
     * The version that was read.
     *
     * @return empty when any will do
     */
    public OptionalLong ifMatch() {
        return ifMatch == null ? OptionalLong.empty() : OptionalLong.of(ifMatch);
    }

    static Duration requireLimit(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("A time-out is not negative; zero means none.");
        }
        return limit;
    }

    static int requireCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("A call is made again zero times or more.");
        }
        return count;
    }
}
