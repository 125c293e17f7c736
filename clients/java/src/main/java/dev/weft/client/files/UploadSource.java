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

/** Bytes that can be reopened at any offset, so that an interrupted upload resumes instead of starting over. */
public interface UploadSource {

    /**
     * The file's name.
     *
     * @return without folders
     */
    String name();

    /**
     * The size in bytes.
     *
     * @return of the whole file
     * @throws IOException if it cannot be determined
     */
    long size() throws IOException;

    /**
     * Opens the bytes. Called again after a lost connection.
     *
     * @param start the first offset
     * @return the bytes from this offset on; closed by the upload
     * @throws IOException if they cannot be read
     */
    InputStream open(long start) throws IOException;

    /**
     * A file on disk. It is read in chunks and must not change during the upload.
     *
     * @param file to read
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
     * @param bytes must not change during the upload
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
     * A text, sent as UTF-8.
     *
     * @param name the file's name
     * @param text its content
     * @return a source
     */
    static UploadSource of(String name, String text) {
        return of(name, text.getBytes(StandardCharsets.UTF_8));
    }
}
