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
     * Ends an async task well. The same again does no harm; 409 when it has ended otherwise.
     *
     * @param taskId of the task
     * @param news logs, output, subtext
     * @return the service's receipt
     */
    public CompletableFuture<CallbackReceipt> complete(String taskId, TaskNews news) {
        return callBack(taskId, "SUCCESS", news);
    }

    /**
     * Ends an async task badly; the last line of logs or subtext tells why. The same again does no harm.
     *
     * @param taskId of the task
     * @param news logs, output, subtext
     * @return the service's receipt
     */
    public CompletableFuture<CallbackReceipt> fail(String taskId, TaskNews news) {
        return callBack(taskId, "FAILURE", news);
    }

    /**
     * Tells how far an async task is, which goes on waiting. It is a sign of life for heartbeatSeconds.
     *
     * @param taskId of the task
     * @param news logs, output, subtext, percent
     * @return the service's receipt
     */
    public CompletableFuture<CallbackReceipt> progress(String taskId, TaskNews news) {
        return callBack(taskId, "PROGRESS", news);
    }

    /**
     * Says in a few words how far a task is, async or not, in any state; its process says the same.
     *
     * @param taskId of the task
     * @param subtext null takes the words away
     * @return the task
     */
    public CompletableFuture<EventWorkflowTask> setSubtext(String taskId, String subtext) {
        return one("update-event-workflow-task", byId(taskId).body(Results.object().put("subtext", subtext)));
    }

    /**
     * Runs a failed task again; its process goes on from there.
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
     * Reads one page. Its nextPageKey is there while there are more.
     *
     * @param listing such as of the criteria {@code Map.of("status", "awaiting")}
     * @return the page
     */
    public CompletableFuture<Page<EventWorkflowTask>> list(Listing listing) {
        return Chained.map(
                AsyncEntities.of(caller).list("event-workflow-task", listing),
                page -> page.map(task -> Results.read(task, EventWorkflowTask.class)));
    }

    /**
     * The service applies an outcome once, so that may be sent again when no answer came; the log lines of a PROGRESS
     * it would take twice.
     */
    private CompletableFuture<CallbackReceipt> callBack(String taskId, String status, TaskNews news) {
        OperationInput input = OperationInput.nothing()
                .body(news.write(taskId, status, caller.mapper()))
                .repeatable(!status.equals("PROGRESS") || news.logs().isEmpty())
                .options(news.options());
        return Chained.map(
                caller.callAsync("call-back-task", input), answer -> Results.read(answer, CallbackReceipt.class));
    }

    private CompletableFuture<EventWorkflowTask> one(String operationId, OperationInput input) {
        return Chained.map(
                caller.callAsync(operationId, input), answer -> Results.read(answer, EventWorkflowTask.class));
    }

    private static OperationInput byId(String taskId) {
        return OperationInput.nothing().param("id", taskId);
    }
}
