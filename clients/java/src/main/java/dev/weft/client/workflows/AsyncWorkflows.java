package dev.weft.client.workflows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.AsyncEntities;
import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.OperationInput;
import dev.weft.client.Page;
import dev.weft.client.internal.Chained;
import dev.weft.client.internal.Results;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Workflows and their processes, as futures. */
public final class AsyncWorkflows {
    private final Caller caller;

    /**
     * The workflows of a session's organization.
     *
     * @param caller the session
     */
    public AsyncWorkflows(Caller caller) {
        this.caller = caller;
    }

    /**
     * Starts the workflows that listen to a trigger key.
     *
     * @param triggerKey such as {@code manual|quote}
     * @param start the event and other options
     * @return the started processes; empty if no enabled workflow listens
     */
    public CompletableFuture<List<EventWorkflowProcess>> start(String triggerKey, WorkflowStart start) {
        return Chained.map(
                caller.callAsync("request-event-workflows", input(triggerKey, start)),
                response -> Results.readAll(response.path("results"), EventWorkflowProcess.class));
    }

    /**
     * Starts the one workflow that listens to a trigger key, and waits for its end.
     *
     * @param triggerKey such as {@code manual|quote}
     * @param start the event and other options
     * @return the process after its end, successful or not
     */
    public CompletableFuture<EventWorkflowProcess> run(String triggerKey, WorkflowStart start) {
        return read(caller.callAsync("run-event-workflow", input(triggerKey, start)));
    }

    /**
     * Reads a process with its tasks.
     *
     * @param processId of the process
     * @return the process
     */
    public CompletableFuture<EventWorkflowProcess> get(String processId) {
        OperationInput input = OperationInput.options().param("id", processId).query("relations", "tasks");
        return read(caller.callAsync("get-event-workflow-process", input));
    }

    /**
     * Reads one page of processes. Its nextPageKey is present while there are more.
     *
     * @param listing the list options, for example with the criteria {@code Map.of("status", "failed")}
     * @return the page
     */
    public CompletableFuture<Page<EventWorkflowProcess>> list(Listing listing) {
        return Chained.map(
                AsyncEntities.of(caller).list("event-workflow-process", listing),
                page -> page.map(process -> Results.read(process, EventWorkflowProcess.class)));
    }

    /**
     * Cancels a process.
     *
     * @param processId of the process
     * @return the process
     */
    public CompletableFuture<EventWorkflowProcess> cancel(String processId) {
        OperationInput input = OperationInput.options().param("id", processId);
        return read(caller.callAsync("cancel-event-workflow-process", input));
    }

    private OperationInput input(String triggerKey, WorkflowStart start) {
        return OperationInput.options()
                .body(start.write(triggerKey, caller.mapper()))
                .options(start.callOptions());
    }

    private static CompletableFuture<EventWorkflowProcess> read(CompletableFuture<JsonNode> response) {
        return Chained.map(response, process -> Results.read(process, EventWorkflowProcess.class));
    }
}
