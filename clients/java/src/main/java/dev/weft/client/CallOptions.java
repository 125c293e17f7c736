package dev.weft.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Options of a call that override those of the session. Immutable: each method returns a new instance. */
public final class CallOptions {
    private static final CallOptions DEFAULT = new CallOptions(new Draft());

    private final Duration timeout;
    private final Duration deadline;
    private final Integer retries;
    private final String idempotencyKey;
    private final Long ifMatch;
    private final String changeSetId;
    private final boolean isLongPoll;

    private CallOptions(Draft draft) {
        this.timeout = draft.timeout;
        this.deadline = draft.deadline;
        this.retries = draft.retries;
        this.idempotencyKey = draft.idempotencyKey;
        this.ifMatch = draft.ifMatch;
        this.changeSetId = draft.changeSetId;
        this.isLongPoll = draft.isLongPoll;
    }

    /**
     * The options of the session.
     *
     * @return options without overrides
     */
    public static CallOptions options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return options without overrides
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static CallOptions none() {
        return options();
    }

    /**
     * Sets the timeout of each attempt, until its response is read; for a stream, until it starts and then for each
     * wait for data.
     *
     * @param limit zero means none
     * @return new options
     */
    public CallOptions withTimeout(Duration limit) {
        return with(draft -> draft.timeout = requireLimit(limit));
    }

    /**
     * Sets the deadline of the whole call, with the wait for its turn, all attempts and the delays between them. A delay
     * that would exceed it is not waited for: the call fails at once with its last error.
     *
     * @param limit zero means none
     * @return new options
     */
    public CallOptions withDeadline(Duration limit) {
        return with(draft -> draft.deadline = requireLimit(limit));
    }

    /**
     * Sets whether the service holds the request until it has something to return. Such a call does not count against
     * the session's maximum concurrency, and the session's deadline does not apply. Default: false.
     *
     * @param isHeld true for a call with the parameter {@code wait}
     * @return new options
     */
    public CallOptions withLongPoll(boolean isHeld) {
        return with(draft -> draft.isLongPoll = isHeld);
    }

    /**
     * Sets the maximum retries after 429, 503 and lost connections.
     *
     * @param count zero means never
     * @return new options
     */
    public CallOptions withRetries(int count) {
        return with(draft -> draft.retries = requireCount(count));
    }

    /**
     * Sets your own idempotency key, to retry a call after a crash. By default, each call that creates something
     * carries a new key, so that a retry does not create it twice.
     *
     * @param key 1 to 255 characters
     * @return new options
     */
    public CallOptions withIdempotencyKey(String key) {
        return with(draft -> draft.idempotencyKey = Objects.requireNonNull(key, "key"));
    }

    /**
     * Writes only if the entity still has this version; otherwise the call fails with 412. Such a call is not retried
     * after a lost response, because the retry would fail.
     *
     * @param version the version that was read
     * @return new options
     */
    public CallOptions withIfMatch(long version) {
        return with(draft -> draft.ifMatch = version);
    }

    /**
     * Makes several writes one change set. The name belongs to the user or app that uses it first.
     *
     * @param id 1 to 64 letters, digits, dots, hyphens or underscores, such as a UUID
     * @return new options
     */
    public CallOptions withChangeSetId(String id) {
        return with(draft -> draft.changeSetId = Objects.requireNonNull(id, "id"));
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
     * The deadline of the whole call.
     *
     * @return empty for that of the session
     */
    public Optional<Duration> deadline() {
        return Optional.ofNullable(deadline);
    }

    /**
     * Whether the service holds the request until it has something to return.
     *
     * @return false unless set
     */
    public boolean isLongPoll() {
        return isLongPoll;
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

    /**
     * The change set that the writes belong to.
     *
     * @return empty for a set of their own
     */
    public Optional<String> changeSetId() {
        return Optional.ofNullable(changeSetId);
    }

    /** For a read that prepares the write with these options. */
    CallOptions ofRead() {
        return with(draft -> {
            draft.idempotencyKey = null;
            draft.ifMatch = null;
            draft.changeSetId = null;
        });
    }

    private CallOptions with(Consumer<Draft> change) {
        Draft draft = new Draft();
        draft.timeout = timeout;
        draft.deadline = deadline;
        draft.retries = retries;
        draft.idempotencyKey = idempotencyKey;
        draft.ifMatch = ifMatch;
        draft.changeSetId = changeSetId;
        draft.isLongPoll = isLongPoll;
        change.accept(draft);
        return new CallOptions(draft);
    }

    static Duration requireLimit(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("A timeout or deadline must not be negative; zero means none.");
        }
        return limit;
    }

    static int requireCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("The number of retries must not be negative.");
        }
        return count;
    }

    private static final class Draft {
        private Duration timeout;
        private Duration deadline;
        private Integer retries;
        private String idempotencyKey;
        private Long ifMatch;
        private String changeSetId;
        private boolean isLongPoll;
    }
}
