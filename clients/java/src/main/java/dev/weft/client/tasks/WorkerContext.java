package dev.weft.client.tasks;

import dev.weft.client.ApiException;
import dev.weft.client.Caller;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Stop;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Shared by the runs of one worker. Aborting ends everything immediately. */
record WorkerContext(
        Caller caller,
        Tasks tasks,
        TaskHandler handler,
        String workerId,
        int leaseSeconds,
        Stop aborting,
        BiConsumer<? super Throwable, ? super Optional<EventWorkflowTask>> onError) {

    /** Never throws, even if the listener does. */
    void reportError(Throwable error, EventWorkflowTask task) {
        try {
            onError.accept(error, Optional.ofNullable(task));
        } catch (RuntimeException ignored) {
            // The listener was notified; there is no one else to notify.
        }
    }

    /** Whether the service has said that the worker no longer holds the task: another one has it, or it has ended. */
    static boolean isRejection(Throwable error) {
        return error instanceof ApiException rejection
                && rejection.status() >= 400
                && rejection.status() < 500
                && !Retries.isOutage(rejection);
    }
}
