package dev.weft.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;

/**
 * A success response whose body is not read yet. Close it: until then it holds a connection.
 *
 * @param status 200 to 299
 * @param headers of the response
 * @param body the bytes as a stream
 */
public record RawAnswer(int status, HttpHeaders headers, InputStream body) implements AutoCloseable {

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
