package dev.weft.client.internal;

import dev.weft.client.ApiException;
import dev.weft.client.InterruptedCallException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Blocking calls. */
public final class Waiting {
    private Waiting() {}

    /** Makes a call and waits for its response. An interrupted thread does not make it. */
    public static <T> T forCall(Supplier<CompletableFuture<T>> call) {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedCallException("The thread was interrupted before the call was made.", null);
        }
        return forResult(call.get());
    }

    /** An interrupt cancels the call. */
    static <T> T forResult(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException error) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedCallException("The thread was interrupted while waiting for the service.", error);
        } catch (ExecutionException error) {
            throw rethrown(error.getCause());
        }
    }

    /** The cause, without the wrappers of futures. */
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
        if (error instanceof ApiException rejection) {
            // The stack of the waiting caller is more useful than that of the reading thread.
            rejection.fillInStackTrace();
            return rejection;
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
