package dev.weft.client.tasks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.ApiException;
import dev.weft.client.CallOptions;
import dev.weft.client.OperationInput;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Waiting;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Extends the lease of a task, three times per lease period, until it is released or rejected. */
final class Lease {
    private final WorkerContext worker;
    private final String taskId;
    private final Consumer<ApiException> onLost;
    private final Duration interval;
    private CompletableFuture<?> pending;
    private boolean isReleased;

    private Lease(WorkerContext worker, String taskId, Consumer<ApiException> onLost) {
        this.worker = worker;
        this.taskId = taskId;
        this.onLost = onLost;
        this.interval = Duration.ofSeconds(worker.leaseSeconds()).dividedBy(3);
    }

    static Lease hold(WorkerContext worker, String taskId, Consumer<ApiException> onLost) {
        Lease lease = new Lease(worker, taskId, onLost);
        lease.prolongLater();
        return lease;
    }

    synchronized void release() {
        isReleased = true;
        pending.cancel(true);
    }

    /** Releases a task for other workers. Never throws: otherwise the lease expires by itself. */
    static void releaseTask(WorkerContext worker, String taskId) {
        try {
            Waiting.forCall(() -> change(worker, taskId, 0, CallOptions.options()));
        } catch (RuntimeException error) {
            if (!WorkerContext.isRejection(error)) {
                worker.reportError(error, null);
            }
        }
    }

    private synchronized void prolongLater() {
        if (!isReleased) {
            CompletableFuture<Void> pause = new CompletableFuture<>();
            pending = pause;
            pause.completeOnTimeout(null, interval.toMillis(), TimeUnit.MILLISECONDS).thenRunAsync(this::prolong);
        }
    }

    /** While the service is unavailable no other worker gets the task, so the work continues. */
    private void prolong() {
        CompletableFuture<JsonNode> renewal;
        synchronized (this) {
            if (isReleased) {
                return;
            }
            renewal = change(worker, taskId, worker.leaseSeconds(), CallOptions.options().withTimeout(interval));
            pending = renewal;
        }
        renewal.whenComplete((response, error) -> {
            Throwable cause = error == null ? null : Waiting.unwrap(error);
            if (cause instanceof ApiException rejection && WorkerContext.isRejection(rejection)) {
                onLost.accept(rejection);
            } else {
                prolongLater();
            }
        });
    }

    private static CompletableFuture<JsonNode> change(
            WorkerContext worker, String taskId, int seconds, CallOptions options) {
        OperationInput input = OperationInput.options()
                .param("id", taskId)
                .body(Results.object().put("workerId", worker.workerId()).put("leaseSeconds", seconds))
                .options(options);
        return worker.caller().callAsync("renew-event-workflow-task-claim", input);
    }
}
