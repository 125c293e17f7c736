package dev.weft.client.files;

import dev.weft.client.CallOptions;
import java.nio.file.Path;
import java.util.function.Consumer;

/** What is uploaded, and how. Immutable: each method answers another one. */
public final class Upload {
    private final UploadSource source;
    private final String fileName;
    private final String contentType;
    private final Consumer<UploadProgress> onProgress;
    private final CallOptions options;

    private Upload(
            UploadSource source,
            String fileName,
            String contentType,
            Consumer<UploadProgress> onProgress,
            CallOptions options) {
        this.source = source;
        this.fileName = fileName;
        this.contentType = contentType;
        this.onProgress = onProgress;
        this.options = options;
    }

    /**
     * Uploads a file on disk.
     *
     * @param file to be read
     * @return an upload to which the rest is added
     */
    public static Upload of(Path file) {
        return of(UploadSource.of(file));
    }

    /**
     * Uploads bytes from anywhere.
     *
     * @param source of the bytes
     * @return an upload to which the rest is added
     */
    public static Upload of(UploadSource source) {
        return new Upload(source, source.name(), null, progress -> {}, CallOptions.none());
    }

    /**
     * Gives the file another name than its source has.
     *
     * @param name without folders
     * @return another upload
     */
    public Upload fileName(String name) {
        return new Upload(source, name, contentType, onProgress, options);
    }

    /**
     * Says the type of the bytes. Left out: as the name's ending tells.
     *
     * @param type such as {@code text/csv}
     * @return another upload
     */
    public Upload contentType(String type) {
        return new Upload(source, fileName, type, onProgress, options);
    }

    /**
     * Is told how far the upload is, from none to all bytes.
     *
     * @param listener is called in the thread that uploads; what it throws ends the upload
     * @return another upload
     */
    public Upload onProgress(Consumer<UploadProgress> listener) {
        return new Upload(source, fileName, contentType, listener, options);
    }

    /**
     * Says how the calls are to be made. The time-out is that of a piece, left out five minutes.
     *
     * @param how time-out and retries
     * @return another upload
     */
    public Upload options(CallOptions how) {
        return new Upload(source, fileName, contentType, onProgress, how);
    }

    UploadSource source() {
        return source;
    }

    String fileName() {
        return fileName;
    }

    String contentType() {
        return contentType;
    }

    Consumer<UploadProgress> onProgress() {
        return onProgress;
    }

    CallOptions options() {
        return options;
    }
}
