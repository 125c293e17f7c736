package dev.weft.client.internal;

import dev.weft.client.ApiException;
import dev.weft.client.RawAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Makes a call until it succeeds, fails permanently, or has no retries or time left. */
final class RepeatedCall {
    private final CallScope scope = new CallScope();
    private final CompletableFuture<RawAnswer> outcome = new CompletableFuture<>();
    private final Function<CallScope, CompletableFuture<RawAnswer>> attempt;
    private final Attempts attempts;
    private final RetryListener listener;

    /** Is notified before the wait. */
    interface RetryListener {
        void onRetry(int retry, Duration delay, ApiException error);
    }

    RepeatedCall(
            Function<CallScope, CompletableFuture<RawAnswer>> attempt, Attempts attempts, RetryListener listener) {
        this.attempt = attempt;
        this.attempts = attempts;
        this.listener = listener;
    }

    CompletableFuture<RawAnswer> start() {
        outcome.whenComplete((response, error) -> {
            if (outcome.isCancelled()) {
                scope.end();
            }
        });
        attempt(0);
        return outcome;
    }

    private void attempt(int retry) {
        if (outcome.isDone()) {
            return;
        }
        attempt.apply(scope).whenComplete((response, error) -> {
            if (error != null) {
                goOnAfter(Waiting.unwrap(error), retry);
            } else if (!outcome.complete(response)) {
                // Canceled in the meantime: it will not be read.
                response.close();
            }
        });
    }

    private void goOnAfter(Throwable error, int retry) {
        Optional<Duration> delay = attempts.delayAfter(error);
        if (delay.isEmpty()) {
            outcome.completeExceptionally(error);
            return;
        }
        notifyListener(error, retry + 1, delay.get());
        CompletableFuture<Void> pause = new CompletableFuture<>();
        scope.follow(pause)
                .completeOnTimeout(null, delay.get().toMillis(), TimeUnit.MILLISECONDS)
                .thenRunAsync(() -> attempt(retry + 1));
    }

    private void notifyListener(Throwable error, int retry, Duration delay) {
        try {
            if (error instanceof ApiException rejection) {
                listener.onRetry(retry, delay, rejection);
            }
        } catch (RuntimeException ignored) {
            // The call does not depend on its listener.
        }
    }
}
