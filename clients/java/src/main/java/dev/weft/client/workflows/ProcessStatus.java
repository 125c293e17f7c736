package dev.weft.client.workflows;

import dev.weft.client.internal.Enums;

/** The status of a process. */
public enum ProcessStatus {
    /** Waits to be started. */
    PENDING,

    /** A task is running. */
    RUNNING,

    /** Waits for a callback or a worker. */
    AWAITING,

    /** Ended successfully. */
    COMPLETED,

    /** Ended with a failure. */
    FAILED,

    /** Canceled before it ended. */
    CANCELED,

    /** A value that this version of the client does not know. */
    UNKNOWN;

    static ProcessStatus of(String text) {
        return Enums.read(ProcessStatus.class, text, UNKNOWN);
    }
}
