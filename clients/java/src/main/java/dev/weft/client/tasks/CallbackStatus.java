package dev.weft.client.tasks;

import dev.weft.client.internal.Enums;

/** What a callback reported. */
public enum CallbackStatus {
    /** The task was completed. */
    SUCCESS,

    /** The task failed. */
    FAILURE,

    /** The task made progress, and is still open. */
    PROGRESS,

    /** A value that this version of the client does not know. */
    UNKNOWN;

    static CallbackStatus of(String text) {
        return Enums.read(CallbackStatus.class, text, UNKNOWN);
    }
}
