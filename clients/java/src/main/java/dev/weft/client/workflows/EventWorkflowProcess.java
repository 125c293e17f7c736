package dev.weft.client.workflows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.tasks.EventWorkflowTask;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A run of a workflow, at the time it was read.
 *
 * @param id its id
 * @param version its version
 * @param createdOn when it was created
 * @param updatedOn when it was changed
 * @param startedOn when it started; may be null
 * @param endedOn when it ended; may be null
 * @param subtext the status message; may be null
 * @param failure why it failed; otherwise null
 * @param entityType event-workflow-process
 * @param typePath event-workflow-process
 * @param eventWorkflowId the workflow
 * @param eventWorkflowVersion the version of the workflow that it runs
 * @param status pending, running, awaiting, completed, failed or canceled
 * @param triggerKey what started it, such as {@code manual|quote}
 * @param createdById who started it; may be null
 * @param triggerEvent the event that started it; null in lists
 * @param taskOutputs by task name; empty in lists and without read permission
 * @param tasks empty unless requested
 */
public record EventWorkflowProcess(
        String id,
        long version,
        Instant createdOn,
        Instant updatedOn,
        Instant startedOn,
        Instant endedOn,
        String subtext,
        EventWorkflowTask.Failure failure,
        String entityType,
        String typePath,
        String eventWorkflowId,
        long eventWorkflowVersion,
        String status,
        String triggerKey,
        String createdById,
        JsonNode triggerEvent,
        Map<String, JsonNode> taskOutputs,
        List<EventWorkflowTask> tasks) {

    /**
     * The status as an enum.
     *
     * @return {@link ProcessStatus#UNKNOWN} for a value of a newer service
     */
    public ProcessStatus processStatus() {
        return ProcessStatus.of(status);
    }
}
