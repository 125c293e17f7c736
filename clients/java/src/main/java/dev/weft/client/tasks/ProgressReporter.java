package dev.weft.client.tasks;

import dev.weft.client.internal.Background;
import dev.weft.client.internal.Stop;
import dev.weft.client.internal.Stop.StoppedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/** Sends the updates of a handler, one call at a time; updates in the meantime are batched for the next call. */
final class ProgressReporter {
    private static final Duration GAP = Duration.ofMillis(250);

    private final Executor executor;
    private final BiConsumer<TaskNews, Stop> report;
    private final Stop closing = new Stop();
    private final PendingUpdate pending = new PendingUpdate();
    private CompletableFuture<Void> reporting;

    /** The report throws a StoppedException if it was stopped; the update was not accepted then. */
    ProgressReporter(Executor executor, BiConsumer<TaskNews, Stop> report) {
        this.executor = executor;
        this.report = report;
    }

    synchronized void log(String line) {
        if (!closing.isStopped()) {
            pending.log(line);
            reportPending();
        }
    }

    synchronized CompletableFuture<Void> progress(int percent, String subtext) {
        if (closing.isStopped()) {
            return CompletableFuture.completedFuture(null);
        }
        pending.progress(percent, subtext);
        return reportPending().copy();
    }

    /** Stops sending, and returns the updates left for the outcome. */
    PendingUpdate close() {
        CompletableFuture<Void> last;
        synchronized (this) {
            closing.stop();
            last = reporting;
        }
        if (last != null) {
            last.join();
        }
        return pending;
    }

    private CompletableFuture<Void> reportPending() {
        if (reporting == null) {
            CompletableFuture<Void> reported = new CompletableFuture<>();
            reporting = reported;
            Background.run(executor, () -> {
                reportAll();
                return null;
            }).whenComplete((nothing, error) -> reported.complete(null));
        }
        return reporting;
    }

    private void reportAll() {
        for (PendingUpdate.Taken news = next(); news != null; news = next()) {
            try {
                report.accept(news.addTo(TaskNews.options()), closing);
                pauseIfMore();
            } catch (StoppedException stopped) {
                putBack(news);
            }
        }
    }

    /** Null if there is no update, or sending was stopped. */
    private synchronized PendingUpdate.Taken next() {
        if (closing.isStopped() || pending.isEmpty()) {
            reporting = null;
            return null;
        }
        return pending.take();
    }

    private synchronized void putBack(PendingUpdate.Taken news) {
        pending.putBack(news);
    }

    private void pauseIfMore() {
        boolean isMore;
        synchronized (this) {
            isMore = !pending.isEmpty();
        }
        try {
            if (isMore) {
                closing.pause(GAP);
            }
        } catch (StoppedException stopped) {
            // The update was sent; the loop sees that it has ended.
        }
    }
}
