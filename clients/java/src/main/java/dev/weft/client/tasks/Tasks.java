package dev.weft.client.tasks;

import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.Page;
import dev.weft.client.internal.Waiting;

/** The tasks of workflow processes, for external workers. */
public final class Tasks {
    private final AsyncTasks async;

    /**
     * The tasks of a session's organization.
     *
     * @param caller the session
     */
    public Tasks(Caller caller) {
        this.async = new AsyncTasks(caller);
    }

    /**
     * Completes an async task. Safe to repeat.
     *
     * @param taskId of the task
     * @return the service's receipt
     * @throws dev.weft.client.ConflictException if it has ended otherwise
     */
    public CallbackReceipt complete(String taskId) {
        return complete(taskId, TaskNews.options());
    }

    /**
     * Completes an async task. Safe to repeat.
     *
     * @param taskId of the task
     * @param news logs, output, subtext
     * @return the service's receipt
     * @throws dev.weft.client.ConflictException if it has ended otherwise
     */
    public CallbackReceipt complete(String taskId, TaskNews news) {
        return Waiting.forCall(() -> async.complete(taskId, news));
    }

    /**
     * Fails an async task; the last line of logs or subtext gives the reason. Safe to repeat.
     *
     * @param taskId of the task
     * @param news logs, output, subtext
     * @return the service's receipt
     * @throws dev.weft.client.ConflictException if it has ended otherwise
     */
    public CallbackReceipt fail(String taskId, TaskNews news) {
        return Waiting.forCall(() -> async.fail(taskId, news));
    }

    /**
     * Reports progress of an async task, which stays open. Counts as a heartbeat for heartbeatSeconds.
     *
     * @param taskId of the task
     * @param news logs, output, subtext, percent
     * @return the service's receipt
     */
    public CallbackReceipt progress(String taskId, TaskNews news) {
        return Waiting.forCall(() -> async.progress(taskId, news));
    }

    /**
     * Sets the status message of a task, async or not, in any state; its process shows it too.
     *
     * @param taskId of the task
     * @param subtext the status message; null clears it
     * @return the task
     */
    public EventWorkflowTask setSubtext(String taskId, String subtext) {
        return Waiting.forCall(() -> async.setSubtext(taskId, subtext));
    }

    /**
     * Retries a failed task; its process continues from there.
     *
     * @param taskId of the task
     * @return the task
     */
    public EventWorkflowTask retry(String taskId) {
        return Waiting.forCall(() -> async.retry(taskId));
    }

    /**
     * Reads a task with its logs and output.
     *
     * @param taskId of the task
     * @return the task
     */
    public EventWorkflowTask get(String taskId) {
        return Waiting.forCall(() -> async.get(taskId));
    }

    /**
     * Reads one page. Its nextPageKey is present while there are more.
     *
     * @param listing the list options, for example with the criteria {@code Map.of("status", "awaiting")}
     * @return the page
     */
    public Page<EventWorkflowTask> list(Listing listing) {
        return Waiting.forCall(() -> async.list(listing));
    }
}
