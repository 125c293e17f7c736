package dev.weft.client.tasks;

import dev.weft.client.ApiException;
import dev.weft.client.Caller;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Stop;
import java.util.Optional;
import java.util.function.BiConsumer;

/** What the runs of one worker share. Aborting ends everything at once. */
record Crew(
        Caller caller,
        Tasks tasks,
        TaskHandler handler,
        String workerId,
        int leaseSeconds,
        Stop aborting,
        BiConsumer<? super Throwable, ? super Optional<EventWorkflowTask>> onError) {

    /** Never throws, whatever the listener does. */
    void tellError(Throwable error, EventWorkflowTask task) {
        try {
            onError.accept(error, Optional.ofNullable(task));
        } catch (RuntimeException fault) {
            // It was told; there is nobody else to tell.
        }
    }

    /**
     * Whether the service has said that the task is no longer this worker's: another has it, or nobody needs it any
     * more.
     */
    static boolean isRefusal(Throwable error) {
        return error instanceof ApiException refusal
                && refusal.status() >= 400
                && refusal.status() < 500
                && !Retries.isOutage(refusal);
    }
}
