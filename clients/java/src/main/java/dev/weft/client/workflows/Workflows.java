package dev.weft.client.workflows;

import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.Page;
import dev.weft.client.internal.Waiting;
import java.util.List;

/** Workflows and their processes. */
public final class Workflows {
    private final AsyncWorkflows async;

    /**
     * The workflows of a session's organization.
     *
     * @param caller the session
     */
    public Workflows(Caller caller) {
        this.async = new AsyncWorkflows(caller);
    }

    /**
     * Starts the workflows that listen to a trigger key, with an empty event.
     *
     * @param triggerKey such as {@code manual|quote}
     * @return the started processes; empty if no enabled workflow listens
     */
    public List<EventWorkflowProcess> start(String triggerKey) {
        return start(triggerKey, WorkflowStart.options());
    }

    /**
     * Starts the workflows that listen to a trigger key. The call carries an idempotency key, so that a retry does not
     * start them twice.
     *
     * @param triggerKey such as {@code manual|quote}
     * @param start the event and other options: {@code WorkflowStart.options().event(Map.of("newData", item))}
     * @return the started processes; empty if no enabled workflow listens
     */
    public List<EventWorkflowProcess> start(String triggerKey, WorkflowStart start) {
        return Waiting.forCall(() -> async.start(triggerKey, start));
    }

    /**
     * Starts the one workflow that listens to a trigger key, and waits for its end.
     *
     * @param triggerKey such as {@code manual|quote}
     * @param start the event and other options
     * @return the process after its end, successful or not
     */
    public EventWorkflowProcess run(String triggerKey, WorkflowStart start) {
        return Waiting.forCall(() -> async.run(triggerKey, start));
    }

    /**
     * Reads a process with its tasks.
     *
     * @param processId of the process
     * @return the process
     */
    public EventWorkflowProcess get(String processId) {
        return Waiting.forCall(() -> async.get(processId));
    }

    /**
     * Reads one page of processes. Its nextPageKey is present while there are more.
     *
     * @param listing the list options, for example with the criteria {@code Map.of("status", "failed")}
     * @return the page
     */
    public Page<EventWorkflowProcess> list(Listing listing) {
        return Waiting.forCall(() -> async.list(listing));
    }

    /**
     * Cancels a process.
     *
     * @param processId of the process
     * @return the process
     */
    public EventWorkflowProcess cancel(String processId) {
        return Waiting.forCall(() -> async.cancel(processId));
    }
}
