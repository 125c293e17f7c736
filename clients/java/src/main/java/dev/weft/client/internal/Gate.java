package dev.weft.client.internal;

import java.net.http.HttpHeaders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Lets the calls of a session out in order: at most so many at a time, and no faster than the RateLimit headers allow. */
final class Gate {
    private final int concurrencyMax;
    private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private int inFlight;
    /** Null until a response has had the headers. */
    private RateLimit limit;
    /** Requests that can be sent now, by the last response and the rate since; below zero if too many were. */
    private double tokens;
    private long refilledNanos;
    private boolean isTimed;

    Gate(int concurrencyMax) {
        this.concurrencyMax = concurrencyMax;
    }

    /** Completes when the call may be sent; after that it must leave. Canceling it gives up the place. */
    CompletableFuture<Void> enter() {
        CompletableFuture<Void> place = new CompletableFuture<>();
        synchronized (this) {
            if (waiting.isEmpty() && takePlace()) {
                return CompletableFuture.completedFuture(null);
            }
            waiting.add(place);
        }
        admitWaiting();
        return place;
    }

    void leave() {
        synchronized (this) {
            inFlight -= 1;
        }
        admitWaiting();
    }

    /** Adjusts the pace to a response. Requests in flight may not be counted in it yet. */
    void observe(HttpHeaders headers) {
        RateLimit.read(headers).ifPresent(seen -> {
            synchronized (this) {
                limit = seen;
                // The call that was answered is still in flight.
                tokens = seen.remaining() - Math.max(0, inFlight - 1);
                refilledNanos = System.nanoTime();
            }
        });
    }

    private void admitWaiting() {
        for (CompletableFuture<Void> place : takeAdmitted()) {
            // In another thread: a call that fails at once would otherwise admit the next one from within.
            CompletableFuture.runAsync(() -> {
                if (!place.complete(null)) {
                    leave();
                }
            });
        }
    }

    private synchronized List<CompletableFuture<Void>> takeAdmitted() {
        List<CompletableFuture<Void>> admitted = new ArrayList<>();
        while (!waiting.isEmpty()) {
            if (waiting.peek().isDone()) {
                waiting.remove();
            } else if (takePlace()) {
                admitted.add(waiting.remove());
            } else {
                break;
            }
        }
        return admitted;
    }

    private synchronized boolean takePlace() {
        if (inFlight >= concurrencyMax) {
            return false;
        }
        if (limit != null && !takeToken()) {
            return false;
        }
        inFlight += 1;
        return true;
    }

    private boolean takeToken() {
        long now = System.nanoTime();
        tokens = Math.min(limit.quota(), tokens + (now - refilledNanos) * limit.perNano());
        refilledNanos = now;
        if (tokens < 1) {
            admitWhenRefilled();
            return false;
        }
        tokens -= 1;
        return true;
    }

    private void admitWhenRefilled() {
        if (isTimed) {
            return;
        }
        isTimed = true;
        long delayNanos = (long) Math.ceil((1 - tokens) / limit.perNano());
        CompletableFuture.delayedExecutor(delayNanos, TimeUnit.NANOSECONDS).execute(() -> {
            synchronized (this) {
                isTimed = false;
            }
            admitWaiting();
        });
    }
}
