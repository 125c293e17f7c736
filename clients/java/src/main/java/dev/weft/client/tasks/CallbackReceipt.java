package dev.weft.client.tasks;

import java.time.Instant;

/**
 * What the service answers to a callback.
 *
 * @param taskId of the task
 * @param status SUCCESS, FAILURE or PROGRESS
 * @param processId the process that it belongs to
 * @param receivedOn of a repeated callback: when the first one was
 * @param applied false while an early callback waits for the task
 */
public record CallbackReceipt(String taskId, String status, String processId, Instant receivedOn, boolean applied) {}
