package dev.weft.client.loader;

import dev.weft.client.CallOptions;
import dev.weft.client.files.UploadProgress;
import dev.weft.client.files.UploadSource;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Options for starting a load. Immutable: each method returns a new instance. */
public final class LoadStart {
    private final Object config;
    private final UploadSource file;
    private final Consumer<UploadProgress> onUpload;
    private final Boolean isDryRun;
    private final Integer sampleRows;
    private final CallOptions options;

    private LoadStart(
            Object config,
            UploadSource file,
            Consumer<UploadProgress> onUpload,
            Boolean isDryRun,
            Integer sampleRows,
            CallOptions options) {
        this.config = config;
        this.file = file;
        this.onUpload = onUpload;
        this.isDryRun = isDryRun;
        this.sampleRows = sampleRows;
        this.options = options;
    }

    /**
     * A load with a configuration, whose fileLocation is the file unless one is added.
     *
     * @param config the load configuration: a map, a {@code JsonNode} or a record
     * @return options to extend
     */
    public static LoadStart options(Object config) {
        return new LoadStart(config, null, progress -> {}, null, null, CallOptions.options());
    }

    /**
     * The former name of {@link #options(Object)}.
     *
     * @param config the load configuration
     * @return options to extend
     * @deprecated use {@link #options(Object)}
     */
    @Deprecated(since = "0.1.0")
    public static LoadStart of(Object config) {
        return options(config);
    }

    /**
     * Uploads the CSV file first.
     *
     * @param csv on disk
     * @return new options
     */
    public LoadStart file(Path csv) {
        return file(UploadSource.of(csv));
    }

    /**
     * Uploads the CSV file first.
     *
     * @param csv from anywhere
     * @return new options
     */
    public LoadStart file(UploadSource csv) {
        return new LoadStart(config, csv, onUpload, isDryRun, sampleRows, options);
    }

    /**
     * Reports the progress of the upload.
     *
     * @param listener is called in the uploading thread
     * @return new options
     */
    public LoadStart onUpload(Consumer<UploadProgress> listener) {
        return new LoadStart(config, file, listener, isDryRun, sampleRows, options);
    }

    /**
     * Validates and plans without writing.
     *
     * @return new options
     */
    public LoadStart dryRun() {
        return new LoadStart(config, file, onUpload, true, sampleRows, options);
    }

    /**
     * Returns immediately, with the first rows per step; requires a dry run.
     *
     * @param count number of rows
     * @return new options
     */
    public LoadStart sampleRows(int count) {
        return new LoadStart(config, file, onUpload, isDryRun, count, options);
    }

    /**
     * Sets the call options.
     *
     * @param how timeout, retries and idempotency key
     * @return new options
     */
    public LoadStart options(CallOptions how) {
        return new LoadStart(config, file, onUpload, isDryRun, sampleRows, how);
    }

    Object config() {
        return config;
    }

    UploadSource file() {
        return file;
    }

    Consumer<UploadProgress> onUpload() {
        return onUpload;
    }

    Boolean isDryRun() {
        return isDryRun;
    }

    Integer sampleRows() {
        return sampleRows;
    }

    CallOptions callOptions() {
        return options;
    }
}
