package dev.weft.client.tasks;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;

/** How a worker works. Immutable: each method answers another one. */
public final class WorkerOptions {
    private static final WorkerOptions USUAL = new WorkerOptions(List.of(), 1, 60, null, (error, task) -> {});

    private final List<String> names;
    private final int concurrency;
    private final int leaseSeconds;
    private final String workerId;
    private final BiConsumer<? super Throwable, ? super Optional<EventWorkflowTask>> onError;

    private WorkerOptions(
            List<String> names,
            int concurrency,
            int leaseSeconds,
            String workerId,
            BiConsumer<? super Throwable, ? super Optional<EventWorkflowTask>> onError) {
        this.names = names;
        this.concurrency = concurrency;
        this.leaseSeconds = leaseSeconds;
        this.workerId = workerId;
        this.onError = onError;
    }

    /**
     * One task at a time, whatever its name.
     *
     * @return options to which the rest is added
     */
    public static WorkerOptions usual() {
        return USUAL;
    }

    /**
     * Only tasks of these names.
     *
     * @param wanted as the workflows have them
     * @return other options
     */
    public WorkerOptions names(String... wanted) {
        return new WorkerOptions(List.of(wanted), concurrency, leaseSeconds, workerId, onError);
    }

    /**
     * Says how many tasks are handled at once. Left out: 1.
     *
     * @param count at least 1
     * @return other options
     */
    public WorkerOptions concurrency(int count) {
        return new WorkerOptions(names, Math.max(1, count), leaseSeconds, workerId, onError);
    }

    /**
     * Says how long the task of a worker that has died is kept for it; it is prolonged while the handler runs. Left
     * out: 60.
     *
     * @param seconds up to an hour
     * @return other options
     */
    public WorkerOptions leaseSeconds(int seconds) {
        return new WorkerOptions(names, concurrency, seconds, workerId, onError);
    }

    /**
     * Tells this worker from the others. Left out: made up.
     *
     * @param id of its own
     * @return other options
     */
    public WorkerOptions workerId(String id) {
        return new WorkerOptions(names, concurrency, leaseSeconds, id, onError);
    }

    /**
     * Is told of all that goes wrong: what a handler has thrown, a lost task, an outcome that was refused, what ended
     * the worker.
     *
     * @param listener takes the error and the task, if it is about one; what it throws is ignored
     * @return other options
     */
    public WorkerOptions onError(BiConsumer<? super Throwable, ? super Optional<EventWorkflowTask>> listener) {
        return new WorkerOptions(names, concurrency, leaseSeconds, workerId, listener);
    }

    List<String> names() {
        return names;
    }

    int concurrency() {
        return concurrency;
    }

    int leaseSeconds() {
        return leaseSeconds;
    }

    String workerId() {
        return workerId == null ? "worker-" + UUID.randomUUID() : workerId;
    }

    BiConsumer<? super Throwable, ? super Optional<EventWorkflowTask>> onError() {
        return onError;
    }
}
