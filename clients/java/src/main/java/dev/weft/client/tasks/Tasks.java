package dev.weft.client.tasks;

import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.Page;
import dev.weft.client.internal.Waiting;

/** The tasks of workflow processes: for whoever outside is waited for. */
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
     * Ends an async task well. The same again does no harm.
     *
     * @param taskId of the task
     * @return the service's receipt
     * @throws dev.weft.client.ConflictException when it has ended otherwise
     */
    public CallbackReceipt complete(String taskId) {
        return complete(taskId, TaskNews.none());
    }

    /**
     * Ends an async task well. The same again does no harm.
     *
     * @param taskId of the task
     * @param news logs, output, subtext
     * @return the service's receipt
     * @throws dev.weft.client.ConflictException when it has ended otherwise
     */
    public CallbackReceipt complete(String taskId, TaskNews news) {
        return Waiting.forCall(() -> async.complete(taskId, news));
    }

    /**
     * Ends an async task badly; the last line of logs or subtext tells why. The same again does no harm.
     *
     * @param taskId of the task
     * @param news logs, output, subtext
     * @return the service's receipt
     * @throws dev.weft.client.ConflictException when it has ended otherwise
     */
    public CallbackReceipt fail(String taskId, TaskNews news) {
        return Waiting.forCall(() -> async.fail(taskId, news));
    }

    /**
     * Tells how far an async task is, which goes on waiting. It is a sign of life for heartbeatSeconds.
     *
     * @param taskId of the task
     * @param news logs, output, subtext, percent
     * @return the service's receipt
     */
    public CallbackReceipt progress(String taskId, TaskNews news) {
        return Waiting.forCall(() -> async.progress(taskId, news));
    }

    /**
     * Says in a few words how far a task is, async or not, in any state; its process says the same.
     *
     * @param taskId of the task
     * @param subtext null takes the words away
     * @return the task
     */
    public EventWorkflowTask setSubtext(String taskId, String subtext) {
        return Waiting.forCall(() -> async.setSubtext(taskId, subtext));
    }

    /**
     * Runs a failed task again; its process goes on from there.
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
     * Reads one page. Its nextPageKey is there while there are more.
     *
     * @param listing such as of the criteria {@code Map.of("status", "awaiting")}
     * @return the page
     */
    public Page<EventWorkflowTask> list(Listing listing) {
        return Waiting.forCall(() -> async.list(listing));
    }
}
