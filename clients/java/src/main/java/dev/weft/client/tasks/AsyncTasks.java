package dev.weft.client.tasks;

import dev.weft.client.AsyncEntities;
import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.OperationInput;
import dev.weft.client.Page;
import dev.weft.client.internal.Chained;
import dev.weft.client.internal.Results;
import java.util.concurrent.CompletableFuture;

/** The tasks of workflow processes, as futures. */
public final class AsyncTasks {
    private final Caller caller;

    /**
     * The tasks of a session's organization.
     *
     * @param caller the session
     */
    public AsyncTasks(Caller caller) {
        this.caller = caller;
    }

    /**
     * Completes an async task. Safe to repeat; 409 if it has ended otherwise.
     *
     * @param taskId of the task
     * @param news logs, output, subtext
     * @return the service's receipt
     */
    public CompletableFuture<CallbackReceipt> complete(String taskId, TaskNews news) {
        return callBack(taskId, "SUCCESS", news);
    }

    /**
     * Fails an async task; the last line of logs or subtext gives the reason. Safe to repeat.
     *
     * @param taskId of the task
     * @param news logs, output, subtext
     * @return the service's receipt
     */
    public CompletableFuture<CallbackReceipt> fail(String taskId, TaskNews news) {
        return callBack(taskId, "FAILURE", news);
    }

    /**
     * Reports progress of an async task, which stays open. Counts as a heartbeat for heartbeatSeconds.
     *
     * @param taskId of the task
     * @param news logs, output, subtext, percent
     * @return the service's receipt
     */
    public CompletableFuture<CallbackReceipt> progress(String taskId, TaskNews news) {
        return callBack(taskId, "PROGRESS", news);
    }

    /**
     * Sets the status message of a task, async or not, in any state; its process shows it too.
     *
     * @param taskId of the task
     * @param subtext the status message; null clears it
     * @return the task
     */
    public CompletableFuture<EventWorkflowTask> setSubtext(String taskId, String subtext) {
        return one("update-event-workflow-task", byId(taskId).body(Results.object().put("subtext", subtext)));
    }

    /**
     * Retries a failed task; its process continues from there.
     *
     * @param taskId of the task
     * @return the task
     */
    public CompletableFuture<EventWorkflowTask> retry(String taskId) {
        return one("retry-event-workflow-task", byId(taskId));
    }

    /**
     * Reads a task with its logs and output.
     *
     * @param taskId of the task
     * @return the task
     */
    public CompletableFuture<EventWorkflowTask> get(String taskId) {
        return one("get-event-workflow-task", byId(taskId));
    }

    /**
     * Reads one page. Its nextPageKey is present while there are more.
     *
     * @param listing the list options, for example with the criteria {@code Map.of("status", "awaiting")}
     * @return the page
     */
    public CompletableFuture<Page<EventWorkflowTask>> list(Listing listing) {
        return Chained.map(
                AsyncEntities.of(caller).list("event-workflow-task", listing),
                page -> page.map(task -> Results.read(task, EventWorkflowTask.class)));
    }

    /**
     * An outcome is applied once, so it can be retried without a response; the log lines of a PROGRESS would be added
     * twice.
     */
    private CompletableFuture<CallbackReceipt> callBack(String taskId, String status, TaskNews news) {
        OperationInput input = OperationInput.options()
                .body(news.write(taskId, status, caller.mapper()))
                .repeatable(!status.equals("PROGRESS") || news.logs().isEmpty())
                .options(news.callOptions());
        return Chained.map(
                caller.callAsync("call-back-task", input), response -> Results.read(response, CallbackReceipt.class));
    }

    private CompletableFuture<EventWorkflowTask> one(String operationId, OperationInput input) {
        return Chained.map(
                caller.callAsync(operationId, input), response -> Results.read(response, EventWorkflowTask.class));
    }

    private static OperationInput byId(String taskId) {
        return OperationInput.options().param("id", taskId);
    }
}
