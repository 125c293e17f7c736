package dev.weft.client.tasks;

import java.time.Duration;

/**
 * Thrown by a handler that cannot do its work now: the task is released, and can be claimed again after a delay. It is
 * neither failed nor counted as a retry. Its deadline continues.
 */
public class RetryLaterException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Duration DEFAULT_DELAY = Duration.ofMinutes(1);
    private static final Duration DELAY_MAX = Duration.ofDays(1);

    /** The time until the task can be claimed again. */
    private final Duration delay;

    /**
     * Tries again after a minute.
     *
     * @param reason becomes the status message of the task, and a line of its logs
     */
    public RetryLaterException(String reason) {
        this(reason, DEFAULT_DELAY);
    }

    /**
     * Tries again after a delay.
     *
     * @param reason becomes the status message of the task, and a line of its logs
     * @param delay from a second to a day
     */
    public RetryLaterException(String reason, Duration delay) {
        this(reason, delay, null);
    }

    /**
     * Tries again after a delay.
     *
     * @param reason becomes the status message of the task, and a line of its logs
     * @param delay from a second to a day
     * @param cause the cause, or null
     */
    public RetryLaterException(String reason, Duration delay, Throwable cause) {
        super(reason, cause);
        if (delay.compareTo(Duration.ofSeconds(1)) < 0 || delay.compareTo(DELAY_MAX) > 0) {
            throw new IllegalArgumentException("The delay must be from a second to a day.");
        }
        this.delay = delay;
    }

    /**
     * The time until the task can be claimed again.
     *
     * @return from a second to a day
     */
    public Duration delay() {
        return delay;
    }
}
