package dev.weft.client.changes;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weft.client.ApiException;
import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.InterruptedCallException;
import dev.weft.client.RawAnswer;
import dev.weft.client.RawRequest;
import dev.weft.client.internal.OperationTable;
import dev.weft.client.internal.RetryLoop;
import dev.weft.client.internal.ApiExceptions;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Stop;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.BufferedInputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The records of an export, as one stream. A lost stream is resumed after the last complete record. Close it: until
 * then it holds a connection. For one thread at a time.
 */
public final class ChangeRecords implements Iterable<ChangeRecord>, Iterator<ChangeRecord>, AutoCloseable {
    private final Caller caller;
    private final ChangeExport wanted;
    private final int retries;
    private String place;
    private RawAnswer response;
    private InputStream lines;
    private ChangeRecord next;
    private boolean isAtEnd;

    ChangeRecords(Caller caller, ChangeExport wanted) {
        this.caller = caller;
        this.wanted = wanted;
        this.retries = wanted.callOptions().retries().orElse(Retries.DEFAULT);
    }

    @Override
    public boolean hasNext() {
        if (next == null && !isAtEnd) {
            next = new RetryLoop(new Stop()).retry(retries, this::read);
            isAtEnd = next == null;
        }
        return next != null;
    }

    @Override
    public ChangeRecord next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The export has ended.");
        }
        ChangeRecord record = next;
        next = null;
        return record;
    }

    /** Returns this: it can be iterated once. */
    @Override
    public Iterator<ChangeRecord> iterator() {
        return this;
    }

    @Override
    public void close() {
        isAtEnd = true;
        next = null;
        drop();
    }

    /** Null after the last. */
    private ChangeRecord read() {
        try {
            if (response == null) {
                open();
            }
            String line = readLine();
            if (line == null) {
                drop();
                return null;
            }
            ChangeRecord record = Results.read(Results.parse(line), ChangeRecord.class);
            place = record.id();
            return record;
        } catch (InterruptedIOException error) {
            drop();
            throw new InterruptedCallException("The thread was interrupted while reading the export.", error);
        } catch (IOException error) {
            drop();
            throw explain(error);
        }
    }

    private void open() {
        String query = (place == null ? wanted : wanted.after(place)).query().write(caller.mapper());
        RawRequest request = RawRequest.of("GET", OperationTable.get("export-changes").path() + query);
        CallOptions once = wanted.callOptions().withRetries(0);
        response = caller.send(request, once);
        lines = new BufferedInputStream(response.body(), 64 * 1024);
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int one = lines.read(); one != '\n'; one = lines.read()) {
            if (one == -1) {
                if (line.size() > 0) {
                    throw new EOFException("The last line is incomplete.");
                }
                return null;
            }
            line.write(one);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static ApiException explain(IOException error) {
        if (error instanceof HttpTimeoutException) {
            return ApiExceptions.timedOut("The export sent no data for too long.", error);
        }
        String detail = error instanceof JsonProcessingException
                ? "The export contains a line that is not JSON."
                : "The export was interrupted.";
        return ApiExceptions.unreachable(detail, error);
    }

    private void drop() {
        if (response != null) {
            response.close();
            response = null;
        }
    }
}
