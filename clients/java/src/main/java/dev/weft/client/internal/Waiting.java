package dev.weft.client.internal;

import dev.weft.client.ApiException;
import dev.weft.client.InterruptedCallException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** How the calls that wait do so. */
public final class Waiting {
    private Waiting() {}

    /** Makes a call and waits for its answer. A thread that is interrupted already does not make it. */
    public static <T> T forCall(Supplier<CompletableFuture<T>> call) {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedCallException("The thread was interrupted before the call was made.", null);
        }
        return forResult(call.get());
    }

    /** An interruption cancels what is waited for. */
    static <T> T forResult(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException error) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedCallException("The thread was interrupted while it waited for the service.", error);
        } catch (ExecutionException error) {
            throw rethrown(error.getCause());
        }
    }

    /** What went wrong, without the wrappers of futures. */
    public static Throwable unwrap(Throwable error) {
        Throwable inner = error;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    static RuntimeException rethrown(Throwable wrapped) {
        Throwable error = unwrap(wrapped);
        if (error instanceof ApiException refusal) {
            // Where the waiting caller stands tells more than which thread has read the answer.
            refusal.fillInStackTrace();
            return refusal;
        }
        if (error instanceof RuntimeException other) {
            return other;
        }
        if (error instanceof Error fatal) {
            throw fatal;
        }
        return new CancellationException(String.valueOf(error));
    }
}
