package dev.weft.client.tasks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weft.client.ApiException;
import dev.weft.client.CallOptions;
import dev.weft.client.OperationInput;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.RetryLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Ends the claim of a worker without a result: the task is released, or fails as far as its retry policy allows. */
final class ClaimEnd {
    private final WorkerContext worker;
    private final EventWorkflowTask task;

    ClaimEnd(WorkerContext worker, EventWorkflowTask task) {
        this.worker = worker;
        this.task = task;
    }

    /** The task can be claimed again after the delay. False if the service does not support it. */
    boolean release(String reason, Duration delay, List<String> logs) {
        long seconds = delay.plusNanos(999_999_999).toSeconds();
        ObjectNode body = Results.object().put("reason", LogLines.fittingSubtext(reason)).put("afterSeconds", seconds);
        return send("release-event-workflow-task", body, logs);
    }

    /** The task is retried by its policy, or fails. False if the service does not support it. */
    boolean fail(String message, List<String> logs) {
        ObjectNode body = Results.object().put("message", LogLines.fittingSubtext(message));
        return send("fail-event-workflow-task", body, logs);
    }

    private boolean send(String operationId, ObjectNode body, List<String> logs) {
        body.put("workerId", worker.workerId());
        if (!logs.isEmpty()) {
            logs.forEach(body.putArray("logs")::add);
        }
        OperationInput input = OperationInput.options()
                .param("id", task.id())
                .body(body)
                .repeatable(true)
                .options(CallOptions.options().withRetries(0));
        AtomicInteger attempts = new AtomicInteger();
        try {
            new RetryLoop(worker.aborting()).retryUntilAvailable(() -> {
                attempts.incrementAndGet();
                return worker.caller().call(operationId, input);
            });
            return true;
        } catch (ApiException error) {
            if (error.status() == 409 && attempts.get() > 1) {
                // A lost response: the first attempt was accepted.
                return true;
            }
            if (error.status() == 404) {
                return false;
            }
            throw error;
        }
    }
}
