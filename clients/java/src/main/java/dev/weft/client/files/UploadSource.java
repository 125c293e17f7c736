package dev.weft.client.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Bytes that can be opened again from any of them, so that a broken upload goes on instead of beginning anew. */
public interface UploadSource {

    /**
     * The file's name.
     *
     * @return without folders
     */
    String name();

    /**
     * How many bytes there are.
     *
     * @return of all of them
     * @throws IOException when that cannot be found out
     */
    long size() throws IOException;

    /**
     * Opens the bytes. It is asked again when the connection broke.
     *
     * @param start the first byte that is wanted
     * @return the bytes from this one on; it is closed by the upload
     * @throws IOException when they cannot be read
     */
    InputStream open(long start) throws IOException;

    /**
     * A file on disk. It is read piece by piece and must not change meanwhile.
     *
     * @param file to be read
     * @return a source
     */
    static UploadSource of(Path file) {
        return new UploadSource() {
            @Override
            public String name() {
                return String.valueOf(file.getFileName());
            }

            @Override
            public long size() throws IOException {
                return Files.size(file);
            }

            @Override
            public InputStream open(long start) throws IOException {
                return Channels.newInputStream(FileChannel.open(file, StandardOpenOption.READ).position(start));
            }
        };
    }

    /**
     * Bytes in memory.
     *
     * @param name the file's name
     * @param bytes must not be changed meanwhile
     * @return a source
     */
    static UploadSource of(String name, byte[] bytes) {
        return new UploadSource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public InputStream open(long start) {
                return new ByteArrayInputStream(bytes, (int) start, bytes.length - (int) start);
            }
        };
    }

    /**
     * A text, which is sent in UTF-8.
     *
     * @param name the file's name
     * @param text its content
     * @return a source
     */
    static UploadSource of(String name, String text) {
        return of(name, text.getBytes(StandardCharsets.UTF_8));
    }
}
