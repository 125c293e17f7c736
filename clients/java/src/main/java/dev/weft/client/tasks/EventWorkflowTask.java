package dev.weft.client.tasks;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A task of a workflow's process, as it was when it was read.
 *
 * @param id its id
 * @param version counts its changes
 * @param createdOn when it was made
 * @param updatedOn when it was changed
 * @param startedOn when its action was begun; may be null
 * @param endedOn when it has ended; may be null
 * @param subtext a few words on the latest state; may be null
 * @param failure why it has failed; else null
 * @param entityType event-workflow-task
 * @param typePath event-workflow-task
 * @param name as the workflow has it
 * @param status pending, running, awaiting, completed, failed, canceled or skipped
 * @param processId the process that it belongs to
 * @param action such as external
 * @param async whether it waits for a callback
 * @param input what the action was called with, without secrets; may be null
 * @param output what came of it; null for who may not read it
 * @param outputSources who gave each value of the output, by JSON pointer
 * @param logs a line each, with the time it was received; in lists the last 100
 * @param logLineCount how many lines there are
 * @param progress percent, as a callback told it; may be null
 * @param attempt how often its action was begun
 * @param idempotencyKey its calls carry it, the same in every attempt
 * @param deadline when it times out; may be null
 * @param claim the worker that holds it, while one does; else null
 */
public record EventWorkflowTask(
        String id,
        long version,
        Instant createdOn,
        Instant updatedOn,
        Instant startedOn,
        Instant endedOn,
        String subtext,
        Failure failure,
        String entityType,
        String typePath,
        String name,
        String status,
        String processId,
        String action,
        boolean async,
        JsonNode input,
        JsonNode output,
        Map<String, String> outputSources,
        List<String> logs,
        long logLineCount,
        Integer progress,
        int attempt,
        String idempotencyKey,
        Instant deadline,
        Claim claim) {

    /**
     * Why a task has failed.
     *
     * @param code error, timeout, callback, canceled or limit
     * @param message in words
     * @param taskId of the task; may be null
     * @param taskName of the task; may be null
     */
    public record Failure(String code, String message, String taskId, String taskName) {}

    /**
     * The outside worker that holds a task.
     *
     * @param workerId tells it from others
     * @param leasedUntil when it is given to another one, unless the lease is prolonged
     */
    public record Claim(String workerId, Instant leasedUntil) {}
}
