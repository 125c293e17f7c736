package dev.weft.client.tasks;

import dev.weft.client.ApiException;
import dev.weft.client.CallOptions;
import dev.weft.client.internal.Patience;
import dev.weft.client.internal.Stop;
import java.util.concurrent.CompletableFuture;

/** Runs the handler on a task while its lease is held, and sends the outcome. */
final class TaskRun implements TaskContext {
    private final Crew crew;
    private final EventWorkflowTask task;
    private final TaskTeller teller;
    private Thread handling;
    private ApiException lost;
    private boolean isAborted;

    TaskRun(Crew crew, EventWorkflowTask task) {
        this.crew = crew;
        this.task = task;
        this.teller = new TaskTeller(crew.caller().executor(), this::tell);
    }

    void run() {
        Lease lease = Lease.hold(crew, task.id(), this::lose);
        try {
            Outcome outcome = handle();
            UntoldNews untold = teller.close();
            if (lost() != null) {
                crew.tellError(lost(), task);
            } else if (outcome.thrown() != null && isAborted()) {
                Lease.giveBack(crew, task.id());
            } else {
                new OutcomeSender(crew, task).send(outcome, untold);
            }
        } finally {
            lease.release();
        }
    }

    private Outcome handle() {
        begin();
        try {
            return new Outcome(crew.handler().handle(task, this), null);
        } catch (Exception | Error thrown) {
            // An exception after an abort is not the handler's own.
            if (!isAborted()) {
                crew.tellError(thrown, task);
            }
            return new Outcome(null, thrown);
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        handling = Thread.currentThread();
        if (isAborted || crew.aborting().isStopped()) {
            abort();
        }
    }

    /** An interrupt for the handler must not interrupt the work after it. */
    private synchronized void end() {
        handling = null;
        Thread.interrupted();
    }

    private synchronized void lose(ApiException refusal) {
        lost = lost == null ? refusal : lost;
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
    private void tell(TaskNews news, Stop closing) {
        TaskNews once = news.options(CallOptions.none().withRetries(0));
        try {
            new Patience(closing).outlast(() -> crew.tasks().progress(task.id(), once));
        } catch (ApiException error) {
            if (Crew.isRefusal(error) && error.status() != 400) {
                lose(error);
            } else {
                crew.tellError(error, task);
            }
        }
    }

    @Override
    public synchronized boolean isAborted() {
        return isAborted;
    }

    @Override
    public CompletableFuture<Void> progress(int percent) {
        return teller.progress(percent, null);
    }

    @Override
    public CompletableFuture<Void> progress(int percent, String subtext) {
        return teller.progress(percent, subtext);
    }

    @Override
    public void log(String line) {
        teller.log(line);
    }

    /** The outcome of a handler. */
    record Outcome(Object output, Throwable thrown) {}
}
