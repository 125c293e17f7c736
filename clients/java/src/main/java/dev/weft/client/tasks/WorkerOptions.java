package dev.weft.client.tasks;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;

/** Options of a worker. Immutable: each method returns a new instance. */
public final class WorkerOptions {
    private static final WorkerOptions DEFAULT = new WorkerOptions(List.of(), 1, 60, null, (error, task) -> {});

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
     * One task at a time, with any name.
     *
     * @return options to extend
     */
    public static WorkerOptions options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return options to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static WorkerOptions usual() {
        return options();
    }

    /**
     * Only tasks with these names.
     *
     * @param wanted task names in the workflows
     * @return new options
     */
    public WorkerOptions names(String... wanted) {
        return new WorkerOptions(List.of(wanted), concurrency, leaseSeconds, workerId, onError);
    }

    /**
     * Sets the maximum of concurrent tasks. Default: 1.
     *
     * @param count at least 1
     * @return new options
     */
    public WorkerOptions concurrency(int count) {
        return new WorkerOptions(names, Math.max(1, count), leaseSeconds, workerId, onError);
    }

    /**
     * Sets the lease duration, after which the task of a dead worker is released; extended while the handler runs.
     * Default: 60.
     *
     * @param seconds up to an hour
     * @return new options
     */
    public WorkerOptions leaseSeconds(int seconds) {
        return new WorkerOptions(names, concurrency, seconds, workerId, onError);
    }

    /**
     * Sets the unique id of this worker. Default: generated.
     *
     * @param id a unique id
     * @return new options
     */
    public WorkerOptions workerId(String id) {
        return new WorkerOptions(names, concurrency, leaseSeconds, id, onError);
    }

    /**
     * Sets a listener for every error: exceptions of handlers, a lost task, a rejected outcome, the error that stopped
     * the worker.
     *
     * @param listener receives the error and its task, if any; its exceptions are ignored
     * @return new options
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
