package dev.weft.client.tasks;

import dev.weft.client.internal.Enums;

/** The status of a task. */
public enum TaskStatus {
    /** Waits for tasks before it, or for its next attempt. */
    PENDING,

    /** Its action is running. */
    RUNNING,

    /** Waits for a callback or a worker. */
    AWAITING,

    /** Ended successfully. */
    COMPLETED,

    /** Ended with a failure. */
    FAILED,

    /** Canceled before it ended. */
    CANCELED,

    /** Not run, because its condition was not met. */
    SKIPPED,

    /** A value that this version of the client does not know. */
    UNKNOWN;

    static TaskStatus of(String text) {
        return Enums.read(TaskStatus.class, text, UNKNOWN);
    }
}
