package dev.weft.client.files;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.ApiException;
import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.OperationInput;
import dev.weft.client.RawAnswer;
import dev.weft.client.RawRequest;
import dev.weft.client.internal.Addresses;
import dev.weft.client.internal.OperationCalls;
import dev.weft.client.internal.OperationTable;
import dev.weft.client.internal.Query;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Stop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Sends a small file in one request, and a larger one in chunks, with at most one chunk in memory. */
final class Uploading {
    /** Larger files are sent in chunks of this size; a lost connection costs at most one. */
    static final int PIECE_BYTES = 8 * 1024 * 1024;
    /** A chunk may take long on a slow line. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static final String BYTES = "application/octet-stream";

    private final Caller caller;
    private final Upload upload;
    private final CallOptions options;
    private final int retries;
    private final Stop stop = new Stop();

    Uploading(Caller caller, Upload upload) {
        this.caller = caller;
        this.upload = upload;
        this.options = upload.callOptions().withTimeout(upload.callOptions().timeout().orElse(TIMEOUT));
        this.retries = upload.callOptions().retries().orElse(Retries.DEFAULT);
    }

    StoredFile run() {
        if (upload.fileName() == null || upload.fileName().isEmpty()) {
            throw new IllegalArgumentException("Pass a file name: fileName(\"items.csv\").");
        }
        try (Pieces pieces = new Pieces(upload.source())) {
            report(0, pieces.size());
            return pieces.size() > PIECE_BYTES ? sendPieces(pieces) : sendWhole(pieces);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private StoredFile sendWhole(Pieces pieces) throws IOException {
        byte[] bytes = pieces.size() == 0 ? new byte[0] : pieces.read(0, (int) pieces.size());
        StoredFile stored = send(creation(pieces.size()).withBody(BodyPublishers.ofByteArray(bytes), BYTES), options);
        report(pieces.size(), pieces.size());
        return stored;
    }

    /** After an error, the service returns its offset, and the upload continues from there. */
    private StoredFile sendPieces(Pieces pieces) throws IOException {
        StoredFile file = send(creation(pieces.size()), options);
        for (int failures = 0; !file.isComplete(); ) {
            long before = file.uploadedSize();
            try {
                file = sendPiece(pieces, file);
            } catch (ApiException error) {
                stop.pause(delayAfter(error, failures).orElseThrow(() -> error));
                file = look(file.id());
            }
            boolean hasMoved = file.uploadedSize() > before;
            failures = hasMoved ? 0 : failures + 1;
            if (hasMoved) {
                report(file.uploadedSize(), pieces.size());
            }
        }
        return file;
    }

    private StoredFile sendPiece(Pieces pieces, StoredFile file) throws IOException {
        // All bytes may have arrived without being recorded; sending the last one again makes the service check.
        long start = Math.min(file.uploadedSize(), file.size() - 1);
        byte[] bytes = pieces.read(start, (int) Math.min(PIECE_BYTES, file.size() - start));
        String range = "bytes " + start + "-" + (start + bytes.length - 1) + "/" + file.size();
        String path = Addresses.fill(OperationTable.get("put-file-content").path(), Map.of("id", file.id()));
        RawRequest request = RawRequest.of("PUT", path)
                .withBody(BodyPublishers.ofByteArray(bytes), BYTES)
                .withHeader("Content-Range", range)
                .whole();
        return send(request, options.withRetries(0));
    }

    /** Can be retried: a duplicate file after a lost response does no harm. */
    private RawRequest creation(long size) {
        String query = Query.empty()
                .with("fileName", upload.fileName())
                .with("contentType", upload.contentType())
                .with("size", size)
                .write(caller.mapper());
        return RawRequest.of("POST", OperationTable.get("create-file").path() + query)
                .withRepeatable(true)
                .whole();
    }

    private StoredFile send(RawRequest request, CallOptions how) {
        RawAnswer response = stop.await(() -> caller.sendAsync(request, how));
        return Results.read(OperationCalls.readJson(caller.mapper(), response), StoredFile.class);
    }

    private StoredFile look(String id) {
        OperationInput input = OperationInput.options().param("id", id).options(options);
        JsonNode file = stop.await(() -> caller.callAsync("get-file", input));
        return Results.read(file, StoredFile.class);
    }

    private Optional<Duration> delayAfter(ApiException error, int failures) {
        if (failures >= retries) {
            return Optional.empty();
        }
        return error.code().equals("wrong-offset")
                ? Optional.of(Retries.backoff(failures))
                : Retries.delayAfter(error, failures, true);
    }

    private void report(long sent, long size) {
        upload.onProgress().accept(new UploadProgress(sent, size));
    }
}
