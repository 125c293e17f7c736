package dev.weft.client.tasks;

import dev.weft.client.ApiException;
import dev.weft.client.CallOptions;
import dev.weft.client.internal.RetryLoop;
import dev.weft.client.internal.Stop;
import java.util.concurrent.CompletableFuture;

/** Runs the handler on a task while its lease is held, and sends the outcome. */
final class TaskRun implements TaskContext {
    private final WorkerContext worker;
    private final EventWorkflowTask task;
    private final ProgressReporter reporter;
    private Thread handling;
    private ApiException lost;
    private boolean isAborted;

    TaskRun(WorkerContext worker, EventWorkflowTask task) {
        this.worker = worker;
        this.task = task;
        this.reporter = new ProgressReporter(worker.caller().executor(), this::report);
    }

    void run() {
        Lease lease = Lease.hold(worker, task.id(), this::lose);
        try {
            Outcome outcome = handle();
            PendingUpdate pending = reporter.close();
            if (lost() != null) {
                worker.reportError(lost(), task);
            } else if (outcome.thrown() != null && isAborted()) {
                Lease.releaseTask(worker, task.id());
            } else {
                new OutcomeSender(worker, task).send(outcome, pending);
            }
        } finally {
            lease.release();
        }
    }

    private Outcome handle() {
        begin();
        try {
            return new Outcome(worker.handler().handle(task, this), null);
        } catch (Exception | Error thrown) {
            // An exception after an abort is not the handler's own, and trying later is not an error.
            if (!isAborted() && !(thrown instanceof RetryLaterException)) {
                worker.reportError(thrown, task);
            }
            return new Outcome(null, thrown);
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        handling = Thread.currentThread();
        if (isAborted || worker.aborting().isStopped()) {
            abort();
        }
    }

    /** An interrupt for the handler must not interrupt the work after it. */
    private synchronized void end() {
        handling = null;
        Thread.interrupted();
    }

    private synchronized void lose(ApiException rejection) {
        lost = lost == null ? rejection : lost;
        abort();
    }

    /** Notifies the handler that its work is no longer needed. */
    synchronized void abort() {
        isAborted = true;
        if (handling != null) {
            handling.interrupt();
        }
    }

    private synchronized ApiException lost() {
        return lost;
    }

    /** After a lost response a log line may be duplicated, which is better than losing it. */
    private void report(TaskNews news, Stop closing) {
        TaskNews once = news.options(CallOptions.options().withRetries(0));
        try {
            new RetryLoop(closing).retryUntilAvailable(() -> worker.tasks().progress(task.id(), once));
        } catch (ApiException error) {
            if (WorkerContext.isRejection(error) && error.status() != 400) {
                lose(error);
            } else {
                worker.reportError(error, task);
            }
        }
    }

    @Override
    public synchronized boolean isAborted() {
        return isAborted;
    }

    @Override
    public CompletableFuture<Void> progress(int percent) {
        return reporter.progress(percent, null);
    }

    @Override
    public CompletableFuture<Void> progress(int percent, String subtext) {
        return reporter.progress(percent, subtext);
    }

    @Override
    public void log(String line) {
        reporter.log(line);
    }

    /** The outcome of a handler. */
    record Outcome(Object output, Throwable thrown) {}
}
