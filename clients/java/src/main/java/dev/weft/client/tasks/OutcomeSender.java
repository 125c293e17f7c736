package dev.weft.client.tasks;

import dev.weft.client.ApiException;
import dev.weft.client.CallOptions;
import dev.weft.client.internal.RetryLoop;
import java.util.List;

/** Sends the outcome of a task, with pending updates, until it is accepted. */
final class OutcomeSender {
    private static final CallOptions ONCE = CallOptions.options().withRetries(0);

    private final WorkerContext worker;
    private final EventWorkflowTask task;

    OutcomeSender(WorkerContext worker, EventWorkflowTask task) {
        this.worker = worker;
        this.task = task;
    }

    /** Never throws: a rejection is reported to the owner of the worker. */
    void send(TaskRun.Outcome outcome, PendingUpdate pending) {
        try {
            PendingUpdate.Taken news = reportMost(pending);
            if (outcome.thrown() == null) {
                sendSuccess(outcome.output(), news);
            } else if (outcome.thrown() instanceof RetryLaterException later) {
                release(later, news);
            } else {
                sendThrown(outcome.thrown(), news);
            }
        } catch (RuntimeException error) {
            worker.reportError(error, task);
        }
    }

    /** Until the rest fits into the call of the outcome. */
    private PendingUpdate.Taken reportMost(PendingUpdate pending) {
        PendingUpdate.Taken news = pending.take();
        while (pending.hasLogs()) {
            sendFitting(news, Tasks::progress, TaskNews.options());
            news = pending.take();
        }
        return news;
    }

    private void sendSuccess(Object output, PendingUpdate.Taken news) {
        try {
            sendFitting(news, Tasks::complete, TaskNews.options().output(output));
        } catch (RuntimeException error) {
            if (worker.aborting().isStopped() || error instanceof ApiException && !isUnfit(error)) {
                throw error;
            }
            // Otherwise the task would be handled again and again, with the same result.
            worker.reportError(error, task);
            TaskNews why = TaskNews.options().logs("The service rejected the result of the handler:");
            sendFailure(error, why);
        }
    }

    private void release(RetryLaterException later, PendingUpdate.Taken news) {
        if (!new ClaimEnd(worker, task).release(messageOf(later), later.delay(), reportProgress(news))) {
            // An older service: the task can be claimed again when the lease expires.
            worker.reportError(later, task);
        }
    }

    /** The retry policy of the task applies. */
    private void sendThrown(Throwable thrown, PendingUpdate.Taken news) {
        List<String> logs = reportProgress(news);
        boolean isSent;
        try {
            isSent = new ClaimEnd(worker, task).fail(messageOf(thrown), logs);
        } catch (ApiException error) {
            if (!isUnfit(error)) {
                throw error;
            }
            isSent = false;
        }
        if (!isSent) {
            sendFailure(thrown, TaskNews.options().logs(logs));
        }
    }

    /** Progress and status message have their own call; returns the logs that are left. */
    private List<String> reportProgress(PendingUpdate.Taken news) {
        if (news.progress() == null && news.subtext() == null) {
            return news.logs();
        }
        sendFitting(news, Tasks::progress, TaskNews.options());
        return List.of();
    }

    /** Final: the task is not retried. */
    private void sendFailure(Throwable thrown, TaskNews news) {
        String message = messageOf(thrown);
        try {
            send(Tasks::fail, news.logs(LogLines.fitting(message)));
        } catch (ApiException error) {
            if (!isUnfit(error)) {
                throw error;
            }
            // The logs of the task may be full.
            send(Tasks::fail, TaskNews.options().subtext(LogLines.fittingSubtext(message)));
        }
    }

    /** Pending updates may be rejected, for example if the logs are full; the outcome must still be accepted. */
    private void sendFitting(PendingUpdate.Taken news, Callback callback, TaskNews said) {
        try {
            send(callback, news.addTo(said));
        } catch (ApiException error) {
            if (!isUnfit(error) || news.logs().isEmpty()) {
                throw error;
            }
            worker.reportError(error, task);
            send(callback, said);
        }
    }

    /** Whether the service rejected the content of the request. */
    private static boolean isUnfit(RuntimeException error) {
        return error instanceof ApiException rejection && (rejection.status() == 400 || rejection.status() == 413);
    }

    private static String messageOf(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || message.isEmpty() ? thrown.getClass().getSimpleName() : message;
    }

    private interface Callback {
        CallbackReceipt call(Tasks tasks, String taskId, TaskNews news);
    }

    /** Retries without limit, unless the worker is aborted. */
    private void send(Callback callback, TaskNews news) {
        new RetryLoop(worker.aborting())
                .retryUntilAvailable(() -> callback.call(worker.tasks(), task.id(), news.options(ONCE)));
    }
}
