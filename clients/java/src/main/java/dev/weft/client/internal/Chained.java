package dev.weft.client.internal;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Derived futures that pass cancellation on to the call; those of the JDK do not. */
public final class Chained {
    private Chained() {}

    public static <A, B> CompletableFuture<B> map(
            CompletableFuture<A> source, Function<? super A, ? extends B> change) {
        CompletableFuture<B> mapped = source.thenApply(change);
        mapped.whenComplete((result, error) -> {
            if (mapped.isCancelled()) {
                source.cancel(true);
            }
        });
        return mapped;
    }

    public static <A, B> CompletableFuture<B> compose(
            CompletableFuture<A> first, Function<? super A, CompletableFuture<B>> next) {
        CallScope scope = new CallScope();
        scope.follow(first);
        CompletableFuture<B> whole = first.thenCompose(result -> scope.follow(next.apply(result)));
        whole.whenComplete((result, error) -> {
            if (whole.isCancelled()) {
                scope.end();
            }
        });
        return whole;
    }
}
