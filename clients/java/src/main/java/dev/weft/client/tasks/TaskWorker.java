package dev.weft.client.tasks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.OperationInput;
import dev.weft.client.internal.Background;
import dev.weft.client.internal.LongPolls;
import dev.weft.client.internal.RetryLoop;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Stop;
import dev.weft.client.internal.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;

/**
 * A running worker: it claims tasks of one action, and handles them, until it is stopped. Its threads are those of the
 * session's executor, by default daemons: a program that has nothing else to do waits for {@link #finished}.
 */
public final class TaskWorker implements AutoCloseable {
    /** The maximum of one claim. */
    private static final int CLAIMS_MAX = 100;
    /** A worker that stops does not wait for an unavailable service. */
    private static final CallOptions BRIEFLY =
            CallOptions.options().withRetries(1).withTimeout(Duration.ofSeconds(5));

    private final WorkerContext worker;
    private final ObjectNode filter;
    private final int concurrency;
    private final Stop stopping = new Stop();
    private final Map<String, TaskRun> running = new HashMap<>();
    private final CompletableFuture<Void> finished;

    /**
     * Starts the worker.
     *
     * @param caller the session
     * @param action such as {@code external}
     * @param handler does the work of a task
     * @param options such as concurrency and the error listener
     */
    public TaskWorker(Caller caller, String action, TaskHandler handler, WorkerOptions options) {
        this.worker = new WorkerContext(
                caller,
                new Tasks(caller),
                handler,
                options.workerId(),
                options.leaseSeconds(),
                new Stop(),
                options.onError());
        this.concurrency = options.concurrency();
        this.filter = Results.object().put("action", action);
        if (!options.names().isEmpty()) {
            options.names().forEach(filter.putArray("names")::add);
        }
        this.finished = Background.run(caller.executor(), () -> {
            work();
            return null;
        });
    }

    /**
     * Completes when the worker and all its handlers have ended.
     *
     * @return fails with the error that stopped it, unless that was stop or abort; canceling it has no effect
     */
    public CompletableFuture<Void> finished() {
        return finished.copy();
    }

    /** Claims no more tasks, releases those not started, and waits for running handlers. */
    public void stop() {
        stopping.stop();
        Waiting.forCall(() -> finished.handle((nothing, error) -> null));
    }

    /**
     * Ends the worker immediately, without waiting: handlers are interrupted, and the tasks of those that then throw
     * are released. {@link #finished} completes when all of them have ended.
     */
    public void abort() {
        stopping.stop();
        worker.aborting().stop();
        synchronized (running) {
            running.values().forEach(TaskRun::abort);
        }
    }

    /** The same as {@link #stop}. */
    @Override
    public void close() {
        stop();
    }

    private void work() {
        try {
            takeTasks();
        } finally {
            waitUntil(count -> count == 0);
        }
    }

    private void takeTasks() {
        while (!stopping.isStopped()) {
            List<EventWorkflowTask> tasks = claim();
            if (stopping.isStopped()) {
                tasks.forEach(task -> Lease.releaseTask(worker, task.id()));
                return;
            }
            tasks.forEach(this::begin);
            waitUntil(count -> count < concurrency);
        }
    }

    private void begin(EventWorkflowTask task) {
        TaskRun run = new TaskRun(worker, task);
        synchronized (running) {
            running.put(task.id(), run);
        }
        try {
            Background.run(worker.caller().executor(), () -> {
                run.run();
                return null;
            }).whenComplete((nothing, error) -> {
                if (error != null) {
                    worker.reportError(Waiting.unwrap(error), task);
                }
                free(task);
            });
        } catch (RuntimeException rejected) {
            free(task);
            throw rejected;
        }
    }

    private void free(EventWorkflowTask task) {
        synchronized (running) {
            running.remove(task.id());
            running.notifyAll();
        }
    }

    /** An interrupt does not leave handlers behind: it is remembered, and the wait continues. */
    private void waitUntil(IntPredicate isFree) {
        boolean isInterrupted = false;
        synchronized (running) {
            while (!isFree.test(running.size())) {
                try {
                    running.wait();
                } catch (InterruptedException error) {
                    isInterrupted = true;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for tasks, as many as can be started. After a stop: tasks that must be released. */
    private List<EventWorkflowTask> claim() {
        try {
            return new RetryLoop(stopping).longPoll(this::ask, List::isEmpty);
        } catch (RuntimeException error) {
            if (stopping.isStopped()) {
                return findUnbegun();
            }
            worker.reportError(error, null);
            throw error;
        }
    }

    private List<EventWorkflowTask> ask() {
        ObjectNode body = filter.deepCopy()
                .put("workerId", worker.workerId())
                .put("leaseSeconds", worker.leaseSeconds())
                .put("limit", Math.min(CLAIMS_MAX, concurrency - countRunning()))
                .put("wait", LongPolls.WAIT_SECONDS);
        OperationInput input = OperationInput.options()
                .body(body)
                .options(LongPolls.once(CallOptions.options(), LongPolls.WAIT_SECONDS));
        JsonNode response = stopping.await(() -> worker.caller().callAsync("claim-event-workflow-tasks", input));
        return Results.readAll(response.path("results"), EventWorkflowTask.class);
    }

    /** An interrupted claim may have been granted: its tasks are found by their worker id. */
    private List<EventWorkflowTask> findUnbegun() {
        Listing listing = Listing.options()
                .criteria(Map.of("status", "awaiting", "claim", Map.of("exists", true)))
                .limit(1000)
                .options(BRIEFLY);
        try {
            return worker.tasks().list(listing).results().stream()
                    .filter(task -> task.claim() != null && task.claim().workerId().equals(worker.workerId()))
                    .filter(task -> !isRunning(task.id()))
                    .toList();
        } catch (RuntimeException error) {
            worker.reportError(error, null);
            return List.of();
        }
    }

    private int countRunning() {
        synchronized (running) {
            return running.size();
        }
    }

    private boolean isRunning(String taskId) {
        synchronized (running) {
            return running.containsKey(taskId);
        }
    }
}
