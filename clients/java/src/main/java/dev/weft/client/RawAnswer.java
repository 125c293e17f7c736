package dev.weft.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;

/**
 * An answer of success whose body is still to be read. Close it: until then a connection is held.
 *
 * @param status 200 to 299
 * @param headers those of the answer
 * @param body the bytes, as they come
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
