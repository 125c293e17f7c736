package dev.weft.client.files;

import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.OperationInput;
import dev.weft.client.RawAnswer;
import dev.weft.client.RawRequest;
import dev.weft.client.internal.Addresses;
import dev.weft.client.internal.OperationTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.http.HttpHeaders;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a file as a stream. Read it once, in one of the ways, and close it: until then it holds a connection.
 */
public final class Download implements AutoCloseable {
    private static final Pattern ENCODED_NAME =
            Pattern.compile(";\\s*filename\\*=UTF-8''([^;\\s]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PLAIN_NAME = Pattern.compile(";\\s*filename=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);

    private final String fileName;
    private final String contentType;
    private final long size;
    private final InputStream stream;

    private Download(String id, HttpHeaders headers, long size, InputStream stream) {
        this.fileName = headers.firstValue("content-disposition").flatMap(Download::readName).orElse(id);
        this.contentType = headers.firstValue("content-type").orElse("application/octet-stream");
        this.size = size;
        this.stream = stream;
    }

    static Download open(Caller caller, String id, CallOptions options) {
        String path = Addresses.fill(OperationTable.get("get-file-content").path(), Map.of("id", id));
        ResumingStream.Opening opening = (headers, how) -> {
            // With compression in transit, byte offsets would be unknown.
            RawRequest request = RawRequest.of("GET", path).withHeader("Accept-Encoding", "identity");
            for (Map.Entry<String, String> header : headers.entrySet()) {
                request = request.withHeader(header.getKey(), header.getValue());
            }
            return caller.send(request, how);
        };
        RawAnswer first = opening.open(Map.of(), options);
        try {
            long size = sizeOf(first.headers()).orElseGet(() -> ask(caller, id, options));
            return new Download(id, first.headers(), size, new ResumingStream(first, size, opening, options));
        } catch (RuntimeException error) {
            first.close();
            throw error;
        }
    }

    /**
     * The file's name.
     *
     * @return its id if the service does not send one
     */
    public String fileName() {
        return fileName;
    }

    /**
     * The content type.
     *
     * @return such as {@code text/csv}
     */
    public String contentType() {
        return contentType;
    }

    /**
     * The size in bytes.
     *
     * @return of the whole file
     */
    public long size() {
        return size;
    }

    /**
     * The content as a stream. It resumes after a lost connection. It fails with an
     * {@link dev.weft.client.ApiException} or an {@link dev.weft.client.InterruptedCallException}.
     *
     * @return to be read once
     */
    public InputStream stream() {
        return stream;
    }

    /**
     * The content as bytes, instead of the stream.
     *
     * @return all bytes, in memory
     */
    public byte[] bytes() {
        try (this) {
            return stream.readAllBytes();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /**
     * The content as UTF-8 text, instead of the stream.
     *
     * @return all of it, in memory
     */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /**
     * Saves the content to disk, instead of the stream. Atomic: the file is either complete or unchanged.
     *
     * @param file in a folder that exists
     */
    public void saveTo(Path file) {
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling(whole.getFileName() + "." + UUID.randomUUID() + ".part");
        try (this) {
            write(part);
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } finally {
            delete(part);
        }
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private void write(Path part) throws IOException {
        try (FileChannel channel =
                        FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OutputStream target = Channels.newOutputStream(channel)) {
            stream.transferTo(target);
            channel.force(true);
        }
    }

    private static void delete(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException error) {
            // The first error is reported; this one would hide it.
        }
    }

    /** Empty if the bytes were changed in transit, for example by a proxy that compresses. */
    private static Optional<Long> sizeOf(HttpHeaders headers) {
        return headers.firstValue("content-encoding").isPresent()
                ? Optional.empty()
                : headers.firstValue("content-length").map(Long::valueOf);
    }

    private static long ask(Caller caller, String id, CallOptions options) {
        OperationInput input = OperationInput.options().param("id", id).options(options);
        return caller.call("get-file", input).path("size").asLong();
    }

    /** As defined by RFC 6266; the form with an asterisk preserves all characters. */
    private static Optional<String> readName(String disposition) {
        Matcher encoded = ENCODED_NAME.matcher(disposition);
        if (encoded.find()) {
            return Optional.of(URLDecoder.decode(encoded.group(1).replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        Matcher plain = PLAIN_NAME.matcher(disposition);
        return plain.find() ? Optional.of(plain.group(1)) : Optional.empty();
    }
}
