package dev.weft.client.tasks;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A task of a workflow's process, at the time it was read.
 *
 * @param id its id
 * @param version its version
 * @param createdOn when it was created
 * @param updatedOn when it was changed
 * @param startedOn when its action started; may be null
 * @param endedOn when it ended; may be null
 * @param subtext the status message; may be null
 * @param failure why it failed; otherwise null
 * @param entityType event-workflow-task
 * @param typePath event-workflow-task
 * @param name as defined in the workflow
 * @param status pending, running, awaiting, completed, failed, canceled or skipped
 * @param processId the process that it belongs to
 * @param action such as external
 * @param async whether it waits for a callback
 * @param input the input of the action, without secrets; may be null
 * @param output its output; null without read permission
 * @param outputSources the source of each value of the output, by JSON pointer
 * @param logs a line each, with the time it was received; in lists the last 100
 * @param logLineCount how many lines there are
 * @param progress percent, reported by a callback; may be null
 * @param attempt how often its action was started
 * @param idempotencyKey its calls carry it, the same in every attempt
 * @param deadline when it times out; may be null
 * @param claim the worker that holds it; otherwise null
 * @param availableOn when it can be claimed again after a worker released it; otherwise null
 * @param form the fields of its answer, which the output must fit; may be null
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
        Claim claim,
        Instant availableOn,
        JsonNode form) {

    /**
     * The status as an enum.
     *
     * @return {@link TaskStatus#UNKNOWN} for a value of a newer service
     */
    public TaskStatus taskStatus() {
        return TaskStatus.of(status);
    }

    /**
     * Why a task failed.
     *
     * @param code error, timeout, callback, canceled or limit
     * @param message the message
     * @param taskId of the task; may be null
     * @param taskName of the task; may be null
     */
    public record Failure(String code, String message, String taskId, String taskName) {}

    /**
     * The external worker that holds a task.
     *
     * @param workerId its unique id
     * @param leasedUntil when the lease expires, unless it is extended
     */
    public record Claim(String workerId, Instant leasedUntil) {}
}
