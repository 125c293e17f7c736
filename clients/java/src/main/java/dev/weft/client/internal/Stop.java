package dev.weft.client.internal;

import dev.weft.client.InterruptedCallException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Stops the waits of other threads. */
public final class Stop {
    private final CompletableFuture<Object> stopped = new CompletableFuture<>();
    private final CountDownLatch latch = new CountDownLatch(1);

    /** Thrown by a wait that was stopped. */
    public static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StoppedException() {
            super("Stopped.", null, false, false);
        }
    }

    public void stop() {
        // The latch first: a thread woken by either sees that it is stopped.
        latch.countDown();
        stopped.completeExceptionally(new StoppedException());
    }

    public boolean isStopped() {
        return latch.getCount() == 0;
    }

    /** Makes a call and waits for it; a stop or an interrupt cancels it. */
    public <T> T await(Supplier<CompletableFuture<T>> call) {
        requireGoing();
        CompletableFuture<T> future = call.get();
        try {
            CompletableFuture.anyOf(future, stopped).get();
        } catch (InterruptedException error) {
            future.cancel(true);
            throw interrupted(error);
        } catch (ExecutionException error) {
            // Handled below, unless it is the stop.
        }
        if (!future.isDone()) {
            future.cancel(true);
            throw new StoppedException();
        }
        return Waiting.forResult(future);
    }

    public void pause(Duration duration) {
        requireGoing();
        try {
            if (latch.await(Math.max(0, duration.toNanos()), TimeUnit.NANOSECONDS)) {
                throw new StoppedException();
            }
        } catch (InterruptedException error) {
            throw interrupted(error);
        }
    }

    private void requireGoing() {
        if (isStopped()) {
            throw new StoppedException();
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedCallException("The thread was interrupted.", null);
        }
    }

    private static InterruptedCallException interrupted(InterruptedException error) {
        Thread.currentThread().interrupt();
        return new InterruptedCallException("The thread was interrupted while waiting for the service.", error);
    }
}
