package dev.weft.client.files;

import dev.weft.client.ApiException;
import dev.weft.client.CallOptions;
import dev.weft.client.InterruptedCallException;
import dev.weft.client.RawAnswer;
import dev.weft.client.internal.RetryLoop;
import dev.weft.client.internal.ApiExceptions;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Stop;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.util.Map;

/** The bytes of a response; after an interruption the rest is requested, transparently to the reader. */
final class ResumingStream extends InputStream {
    private final Opening opening;
    private final CallOptions options;
    private final long size;
    private final String etag;
    private final int retries;
    private RawAnswer response;
    private long offset;

    /** Requests the bytes again, with these headers. */
    interface Opening {
        RawAnswer open(Map<String, String> headers, CallOptions options);
    }

    ResumingStream(RawAnswer first, long size, Opening opening, CallOptions options) {
        this.response = first;
        this.size = size;
        this.opening = opening;
        this.options = options;
        this.etag = first.headers().firstValue("etag").orElse(null);
        // Without it, a changed file could not be detected.
        this.retries = etag == null ? 0 : options.retries().orElse(Retries.DEFAULT);
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) == -1 ? -1 : one[0] & 0xff;
    }

    /** Fails after the usual retries without data. */
    @Override
    public int read(byte[] target, int start, int length) {
        return length == 0 ? 0 : new RetryLoop(new Stop()).retry(retries, () -> readOnce(target, start, length));
    }

    private int readOnce(byte[] target, int start, int length) {
        if (response == null) {
            if (offset >= size) {
                return -1;
            }
            response = reopen();
        }
        try {
            int count = response.body().read(target, start, length);
            if (count == -1 && offset < size) {
                throw new IOException("The response ended too early.");
            }
            offset += Math.max(0, count);
            return count;
        } catch (InterruptedIOException error) {
            close();
            throw new InterruptedCallException("The thread was interrupted while reading a file.", error);
        } catch (IOException error) {
            close();
            throw explain(error);
        }
    }

    private RawAnswer reopen() {
        Map<String, String> headers = Map.of("Range", "bytes=" + offset + "-", "If-Range", etag);
        RawAnswer rest = opening.open(headers, options.withRetries(0));
        if (rest.status() != 206) {
            rest.close();
            throw new IllegalStateException("The file changed during the download. Download it again.");
        }
        return rest;
    }

    private ApiException explain(IOException error) {
        String detail = "The download was interrupted at byte " + offset + " of " + size + ".";
        return error instanceof HttpTimeoutException
                ? ApiExceptions.timedOut(detail, error)
                : ApiExceptions.unreachable(detail, error);
    }

    @Override
    public void close() {
        if (response != null) {
            response.close();
            response = null;
        }
    }
}
