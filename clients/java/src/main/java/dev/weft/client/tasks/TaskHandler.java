package dev.weft.client.tasks;

/** Does the work of a task. */
@FunctionalInterface
public interface TaskHandler {

    /**
     * Does the work, in a thread of the session's executor. The thread is interrupted when the work is in vain.
     *
     * @param task what is to be done
     * @param context tells of progress, and whether the work is in vain
     * @return becomes the task's output: a map, a {@code JsonNode}, a record, or null for none
     * @throws Exception fails the task; its message is the last line of the logs
     */
    Object handle(EventWorkflowTask task, TaskContext context) throws Exception;
}
