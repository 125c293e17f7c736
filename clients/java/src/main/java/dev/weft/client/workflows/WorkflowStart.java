package dev.weft.client.workflows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weft.client.CallOptions;
import dev.weft.client.internal.Results;

/** Options for starting workflows. Immutable: each method returns a new instance. */
public final class WorkflowStart {
    private static final WorkflowStart DEFAULT = new WorkflowStart(null, null, CallOptions.options());

    private final Object event;
    private final String workflowId;
    private final CallOptions options;

    private WorkflowStart(Object event, String workflowId, CallOptions options) {
        this.event = event;
        this.workflowId = workflowId;
        this.options = options;
    }

    /**
     * Every workflow that listens to the trigger key, with an empty event.
     *
     * @return options to extend
     */
    public static WorkflowStart options() {
        return DEFAULT;
    }

    /**
     * Sets the event that the processes read, such as {@code {newData.status}}.
     *
     * @param data a map, a {@code JsonNode} or a record
     * @return new options
     */
    public WorkflowStart event(Object data) {
        return new WorkflowStart(data, workflowId, options);
    }

    /**
     * Starts only one workflow, if it listens to the trigger key.
     *
     * @param id of the workflow
     * @return new options
     */
    public WorkflowStart workflowId(String id) {
        return new WorkflowStart(event, id, options);
    }

    /**
     * Sets the call options.
     *
     * @param how timeout, retries and idempotency key
     * @return new options
     */
    public WorkflowStart options(CallOptions how) {
        return new WorkflowStart(event, workflowId, how);
    }

    ObjectNode write(String triggerKey, ObjectMapper mapper) {
        ObjectNode body = Results.object().put("triggerKey", triggerKey);
        if (event != null) {
            JsonNode written = mapper.valueToTree(event);
            body.set("event", written);
        }
        if (workflowId != null) {
            body.put("eventWorkflowId", workflowId);
        }
        return body;
    }

    CallOptions callOptions() {
        return options;
    }
}
