package dev.weft.client.tasks;

import java.util.concurrent.CompletableFuture;

/** What a handler has beside its task. Thread-safe. */
public interface TaskContext {

    /**
     * Whether the task was canceled or has gone to another worker, or the worker was aborted: the work is in vain then.
     * The handler's thread is interrupted at the same time.
     *
     * @return false while the work is wanted
     */
    boolean isAborted();

    /**
     * Tells how far the work is. What is said meanwhile is gathered for the next call.
     *
     * @param percent is brought between 0 and 100
     * @return completed when it was told, however long the service is away; never fails
     */
    CompletableFuture<Void> progress(int percent);

    /**
     * Tells how far the work is, in percent and in a few words.
     *
     * @param percent is brought between 0 and 100
     * @param subtext a few words on the task and its process
     * @return completed when it was told, however long the service is away; never fails
     */
    CompletableFuture<Void> progress(int percent, String subtext);

    /**
     * Adds a line to the task's logs. Lines are gathered and sent a few times a second.
     *
     * @param line is cut when it is too long
     */
    void log(String line);
}
