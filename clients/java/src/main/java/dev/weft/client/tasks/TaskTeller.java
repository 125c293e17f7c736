package dev.weft.client.tasks;

import dev.weft.client.internal.Background;
import dev.weft.client.internal.Stop;
import dev.weft.client.internal.Stop.StoppedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/** Sends the updates of a handler, one call at a time; updates in the meantime are batched for the next call. */
final class TaskTeller {
    private static final Duration GAP = Duration.ofMillis(250);

    private final Executor executor;
    private final BiConsumer<TaskNews, Stop> tell;
    private final Stop closing = new Stop();
    private final UntoldNews untold = new UntoldNews();
    private CompletableFuture<Void> telling;

    /** Tell throws a StoppedException if it was stopped; the update was not accepted then. */
    TaskTeller(Executor executor, BiConsumer<TaskNews, Stop> tell) {
        this.executor = executor;
        this.tell = tell;
    }

    synchronized void log(String line) {
        if (!closing.isStopped()) {
            untold.log(line);
            tellOn();
        }
    }

    synchronized CompletableFuture<Void> progress(int percent, String subtext) {
        if (closing.isStopped()) {
            return CompletableFuture.completedFuture(null);
        }
        untold.progress(percent, subtext);
        return tellOn().copy();
    }

    /** Stops sending, and returns the updates left for the outcome. */
    UntoldNews close() {
        CompletableFuture<Void> last;
        synchronized (this) {
            closing.stop();
            last = telling;
        }
        if (last != null) {
            last.join();
        }
        return untold;
    }

    private CompletableFuture<Void> tellOn() {
        if (telling == null) {
            CompletableFuture<Void> told = new CompletableFuture<>();
            telling = told;
            Background.run(executor, () -> {
                tellAll();
                return null;
            }).whenComplete((nothing, error) -> told.complete(null));
        }
        return telling;
    }

    private void tellAll() {
        for (UntoldNews.Taken news = next(); news != null; news = next()) {
            try {
                tell.accept(news.addTo(TaskNews.none()), closing);
                pauseIfMore();
            } catch (StoppedException stopped) {
                putBack(news);
            }
        }
    }

    /** Null if there is no update, or sending was stopped. */
    private synchronized UntoldNews.Taken next() {
        if (closing.isStopped() || untold.isEmpty()) {
            telling = null;
            return null;
        }
        return untold.take();
    }

    private synchronized void putBack(UntoldNews.Taken news) {
        untold.putBack(news);
    }

    private void pauseIfMore() {
        boolean isMore;
        synchronized (this) {
            isMore = !untold.isEmpty();
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
