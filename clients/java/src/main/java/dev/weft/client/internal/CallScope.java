package dev.weft.client.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** What a call currently waits for, so that canceling the call cancels that too. */
final class CallScope {
    private Future<?> current;
    private boolean isEnded;

    synchronized <T> CompletableFuture<T> follow(CompletableFuture<T> next) {
        current = next;
        if (isEnded) {
            next.cancel(true);
        }
        return next;
    }

    void end() {
        Future<?> last;
        synchronized (this) {
            isEnded = true;
            last = current;
        }
        if (last != null) {
            last.cancel(true);
        }
    }
}
