package dev.weft.client.tasks;

import dev.weft.client.ApiException;
import dev.weft.client.Caller;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Stop;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Shared by the runs of one worker. Aborting ends everything immediately. */
record Crew(
        Caller caller,
        Tasks tasks,
        TaskHandler handler,
        String workerId,
        int leaseSeconds,
        Stop aborting,
        BiConsumer<? super Throwable, ? super Optional<EventWorkflowTask>> onError) {

    /** Never throws, even if the listener does. */
    void tellError(Throwable error, EventWorkflowTask task) {
        try {
            onError.accept(error, Optional.ofNullable(task));
        } catch (RuntimeException fault) {
            // The listener was notified; there is no one else to notify.
        }
    }

    /** Whether the service has said that the worker no longer holds the task: another one has it, or it has ended. */
    static boolean isRefusal(Throwable error) {
        return error instanceof ApiException refusal
                && refusal.status() >= 400
                && refusal.status() < 500
                && !Retries.isOutage(refusal);
    }
}
