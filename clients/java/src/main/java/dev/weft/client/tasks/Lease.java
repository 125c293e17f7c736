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
    private final Crew crew;
    private final String taskId;
    private final Consumer<ApiException> onLost;
    private final Duration interval;
    private CompletableFuture<?> pending;
    private boolean isReleased;

    private Lease(Crew crew, String taskId, Consumer<ApiException> onLost) {
        this.crew = crew;
        this.taskId = taskId;
        this.onLost = onLost;
        this.interval = Duration.ofSeconds(crew.leaseSeconds()).dividedBy(3);
    }

    static Lease hold(Crew crew, String taskId, Consumer<ApiException> onLost) {
        Lease lease = new Lease(crew, taskId, onLost);
        lease.prolongLater();
        return lease;
    }

    synchronized void release() {
        isReleased = true;
        pending.cancel(true);
    }

    /** Releases a task for other workers. Never throws: otherwise the lease expires by itself. */
    static void giveBack(Crew crew, String taskId) {
        try {
            Waiting.forCall(() -> change(crew, taskId, 0, CallOptions.none()));
        } catch (RuntimeException error) {
            if (!Crew.isRefusal(error)) {
                crew.tellError(error, null);
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
            renewal = change(crew, taskId, crew.leaseSeconds(), CallOptions.none().withTimeout(interval));
            pending = renewal;
        }
        renewal.whenComplete((answer, error) -> {
            Throwable cause = error == null ? null : Waiting.unwrap(error);
            if (cause instanceof ApiException refusal && Crew.isRefusal(refusal)) {
                onLost.accept(refusal);
            } else {
                prolongLater();
            }
        });
    }

    private static CompletableFuture<JsonNode> change(Crew crew, String taskId, int seconds, CallOptions options) {
        OperationInput input = OperationInput.nothing()
                .param("id", taskId)
                .body(Results.object().put("workerId", crew.workerId()).put("leaseSeconds", seconds))
                .options(options);
        return crew.caller().callAsync("renew-event-workflow-task-claim", input);
    }
}
