package dev.weft.client.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The bytes of a response as a stream, with backpressure and a timeout for each wait, which the JDK's does not have.
 */
final class TimedBody extends InputStream implements BodySubscriber<InputStream> {
    private static final Arrival END = new Arrival(List.of(), null, true);

    private final Duration silenceMax;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final Queue<ByteBuffer> buffers = new ArrayDeque<>();
    private volatile Flow.Subscription subscription;
    private volatile boolean isClosed;
    private boolean isAtEnd;

    private record Arrival(List<ByteBuffer> buffers, Throwable error, boolean isEnd) {}

    TimedBody(Duration silenceMax) {
        this.silenceMax = silenceMax;
    }

    @Override
    public CompletionStage<InputStream> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (isClosed) {
            given.cancel();
        } else {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> arrived) {
        arrivals.add(new Arrival(arrived, null, false));
    }

    @Override
    public void onError(Throwable error) {
        arrivals.add(new Arrival(List.of(), error, false));
    }

    @Override
    public void onComplete() {
        arrivals.add(END);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) == -1 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (buffers.isEmpty() || !buffers.peek().hasRemaining()) {
            buffers.poll();
            if (buffers.isEmpty() && !receive()) {
                return -1;
            }
        }
        ByteBuffer buffer = buffers.peek();
        int taken = Math.min(length, buffer.remaining());
        buffer.get(target, offset, taken);
        return taken;
    }

    /** False after the last. */
    private boolean receive() throws IOException {
        if (isAtEnd) {
            return false;
        }
        Arrival arrival = next();
        if (isClosed) {
            throw new IOException("The stream is closed.");
        }
        if (arrival == null) {
            close();
            throw new HttpTimeoutException("No data within " + silenceMax.toMillis() + " ms.");
        }
        if (arrival.error() != null) {
            throw new IOException(String.valueOf(arrival.error().getMessage()), arrival.error());
        }
        if (arrival.isEnd()) {
            isAtEnd = true;
            return false;
        }
        buffers.addAll(arrival.buffers());
        subscription.request(1);
        return true;
    }

    private Arrival next() throws IOException {
        try {
            return silenceMax.isZero()
                    ? arrivals.take()
                    : arrivals.poll(silenceMax.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException error) {
            close();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The thread was interrupted while waiting for data.");
        }
    }

    @Override
    public void close() {
        isClosed = true;
        Flow.Subscription current = subscription;
        if (current != null && !isAtEnd) {
            current.cancel();
        }
        // Wakes a reader in another thread.
        arrivals.add(END);
    }
}
