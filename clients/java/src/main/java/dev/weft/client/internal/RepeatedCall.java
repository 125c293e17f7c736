package dev.weft.client.internal;

import dev.weft.client.RawAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Makes a call until it succeeds, fails permanently, or has no retries left. */
final class RepeatedCall {
    private final CallScope scope = new CallScope();
    private final CompletableFuture<RawAnswer> outcome = new CompletableFuture<>();
    private final Function<CallScope, CompletableFuture<RawAnswer>> attempt;
    private final int retries;
    private final boolean isRepeatable;

    RepeatedCall(Function<CallScope, CompletableFuture<RawAnswer>> attempt, int retries, boolean isRepeatable) {
        this.attempt = attempt;
        this.retries = retries;
        this.isRepeatable = isRepeatable;
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
        Optional<Duration> delay =
                retry < retries ? Retries.delayAfter(error, retry, isRepeatable) : Optional.empty();
        if (delay.isEmpty()) {
            outcome.completeExceptionally(error);
            return;
        }
        CompletableFuture<Void> pause = new CompletableFuture<>();
        scope.follow(pause)
                .completeOnTimeout(null, delay.get().toMillis(), TimeUnit.MILLISECONDS)
                .thenRunAsync(() -> attempt(retry + 1));
    }
}
