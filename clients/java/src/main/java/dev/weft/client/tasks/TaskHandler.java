package dev.weft.client.tasks;

/** Does the work of a task. */
@FunctionalInterface
public interface TaskHandler {

    /**
     * Does the work, in a thread of the session's executor. The thread is interrupted if the work is no longer needed.
     *
     * @param task the task
     * @param context reports progress, and whether the work is no longer needed
     * @return becomes the task's output: a map, a {@code JsonNode}, a record, or null for none
     * @throws RetryLaterException releases the task, which is handled again after a delay
     * @throws Exception fails the task, unless its retry policy allows another attempt; its message is the last line of
     *     the logs
     */
    Object handle(EventWorkflowTask task, TaskContext context) throws Exception;
}
