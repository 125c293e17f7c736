package dev.weft.client.tasks;

import java.time.Instant;

/**
 * The response to a callback.
 *
 * @param taskId of the task
 * @param status SUCCESS, FAILURE or PROGRESS
 * @param processId the process that it belongs to
 * @param receivedOn for a repeated callback: the time of the first one
 * @param applied false while an early callback waits for the task
 */
public record CallbackReceipt(String taskId, String status, String processId, Instant receivedOn, boolean applied) {

    /**
     * The status as an enum.
     *
     * @return {@link CallbackStatus#UNKNOWN} for a value of a newer service
     */
    public CallbackStatus callbackStatus() {
        return CallbackStatus.of(status);
    }
}
