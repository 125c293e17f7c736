package dev.weft.client.loader;

import dev.weft.client.internal.Enums;

/** The status of a load or of its undo. */
public enum LoadStatus {
    /** Waits to be started. */
    PENDING,

    /** In progress. */
    RUNNING,

    /** Ended; there may be rows with issues. */
    COMPLETED,

    /** Ended with a failure. */
    FAILED,

    /** Canceled before it ended. */
    CANCELED,

    /** A value that this version of the client does not know. */
    UNKNOWN;

    /**
     * Whether it has not ended yet.
     *
     * @return true while it waits or runs
     */
    public boolean isInProgress() {
        return this == PENDING || this == RUNNING;
    }

    static LoadStatus of(String text) {
        return Enums.read(LoadStatus.class, text, UNKNOWN);
    }
}
