package dev.weft.client.files;

import dev.weft.client.CallOptions;
import java.nio.file.Path;
import java.util.function.Consumer;

/** An upload. Immutable: each method returns a new instance. */
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
     * @param file to read
     * @return an upload to extend
     */
    public static Upload options(Path file) {
        return options(UploadSource.of(file));
    }

    /**
     * Uploads bytes from anywhere.
     *
     * @param source of the bytes
     * @return an upload to extend
     */
    public static Upload options(UploadSource source) {
        return new Upload(source, source.name(), null, progress -> {}, CallOptions.options());
    }

    /**
     * The former name of {@link #options(Path)}.
     *
     * @param file to read
     * @return an upload to extend
     * @deprecated use {@link #options(Path)}
     */
    @Deprecated(since = "0.1.0")
    public static Upload of(Path file) {
        return options(file);
    }

    /**
     * The former name of {@link #options(UploadSource)}.
     *
     * @param source of the bytes
     * @return an upload to extend
     * @deprecated use {@link #options(UploadSource)}
     */
    @Deprecated(since = "0.1.0")
    public static Upload of(UploadSource source) {
        return options(source);
    }

    /**
     * Sets another name than that of the source.
     *
     * @param name without folders
     * @return a new upload
     */
    public Upload fileName(String name) {
        return new Upload(source, name, contentType, onProgress, options);
    }

    /**
     * Sets the content type. Default: from the file extension.
     *
     * @param type such as {@code text/csv}
     * @return a new upload
     */
    public Upload contentType(String type) {
        return new Upload(source, fileName, type, onProgress, options);
    }

    /**
     * Reports the progress of the upload, from none to all bytes.
     *
     * @param listener is called in the uploading thread; an exception ends the upload
     * @return a new upload
     */
    public Upload onProgress(Consumer<UploadProgress> listener) {
        return new Upload(source, fileName, contentType, listener, options);
    }

    /**
     * Sets the call options. The timeout applies to each chunk. Default: five minutes.
     *
     * @param how timeout and retries
     * @return a new upload
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

    CallOptions callOptions() {
        return options;
    }
}
