package dev.weft.client.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Runs blocking work in its own thread; canceling its future interrupts that thread. */
public final class Background {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private Background() {}

    /** Daemon threads that end when idle. */
    public static ExecutorService daemons() {
        return Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "weft-" + COUNT.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    public static <T> CompletableFuture<T> run(Executor executor, Supplier<T> work) {
        Run<T> run = new Run<>(work);
        run.future.whenComplete((result, error) -> run.interruptIfCanceled());
        executor.execute(run);
        return run.future;
    }

    private static final class Run<T> implements Runnable {
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private final Supplier<T> work;
        private Thread thread;

        Run(Supplier<T> work) {
            this.work = work;
        }

        @Override
        public void run() {
            synchronized (this) {
                if (future.isDone()) {
                    return;
                }
                thread = Thread.currentThread();
            }
            try {
                T result = work.get();
                if (!future.complete(result) && result instanceof AutoCloseable unread) {
                    unread.close();
                }
            } catch (Throwable error) {
                future.completeExceptionally(error);
            } finally {
                release();
            }
        }

        private synchronized void interruptIfCanceled() {
            if (future.isCancelled() && thread != null && thread != Thread.currentThread()) {
                thread.interrupt();
            }
        }

        /** The thread continues with other work, which must not be interrupted for this one. */
        private synchronized void release() {
            thread = null;
            Thread.interrupted();
        }
    }
}
