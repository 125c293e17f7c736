package dev.weft.client.tasks;

import java.util.concurrent.CompletableFuture;

/** The context of a handler. Thread-safe. */
public interface TaskContext {

    /**
     * Whether the task was canceled or moved to another worker, or the worker was aborted: the work is then useless.
     * The handler's thread is interrupted at the same time.
     *
     * @return false while the work is needed
     */
    boolean isAborted();

    /**
     * Reports progress. Updates in the meantime are batched for the next call.
     *
     * @param percent is limited to 0 to 100
     * @return completed when it is sent, however long the service is unavailable; never fails
     */
    CompletableFuture<Void> progress(int percent);

    /**
     * Reports progress in percent, with a status message.
     *
     * @param percent is limited to 0 to 100
     * @param subtext the status message of the task and its process
     * @return completed when it is sent, however long the service is unavailable; never fails
     */
    CompletableFuture<Void> progress(int percent, String subtext);

    /**
     * Adds a line to the task's logs. Lines are batched and sent a few times per second.
     *
     * @param line is cut if it is too long
     */
    void log(String line);
}
