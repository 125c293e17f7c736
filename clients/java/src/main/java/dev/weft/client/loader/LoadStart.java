package dev.weft.client.loader;

import dev.weft.client.CallOptions;
import dev.weft.client.files.UploadProgress;
import dev.weft.client.files.UploadSource;
import java.nio.file.Path;
import java.util.function.Consumer;

/** What a load is started with. Immutable: each method answers another one. */
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
     * A load by a configuration, whose fileLocation names the file unless one is added.
     *
     * @param config what the columns mean: a map, a {@code JsonNode} or a record
     * @return a start to which the rest is added
     */
    public static LoadStart of(Object config) {
        return new LoadStart(config, null, progress -> {}, null, null, CallOptions.none());
    }

    /**
     * Uploads the CSV file first.
     *
     * @param csv on disk
     * @return another start
     */
    public LoadStart file(Path csv) {
        return file(UploadSource.of(csv));
    }

    /**
     * Uploads the CSV file first.
     *
     * @param csv from anywhere
     * @return another start
     */
    public LoadStart file(UploadSource csv) {
        return new LoadStart(config, csv, onUpload, isDryRun, sampleRows, options);
    }

    /**
     * Is told while the file is uploaded.
     *
     * @param listener is called in the thread that uploads
     * @return another start
     */
    public LoadStart onUpload(Consumer<UploadProgress> listener) {
        return new LoadStart(config, file, listener, isDryRun, sampleRows, options);
    }

    /**
     * Does everything but the writes, and makes a plan of them.
     *
     * @return another start
     */
    public LoadStart dryRun() {
        return new LoadStart(config, file, onUpload, true, sampleRows, options);
    }

    /**
     * Answers at once, with the first rows by step; needs a dry run.
     *
     * @param count of rows
     * @return another start
     */
    public LoadStart sampleRows(int count) {
        return new LoadStart(config, file, onUpload, isDryRun, count, options);
    }

    /**
     * Says how the calls are to be made.
     *
     * @param how time-out, retries and idempotency key
     * @return another start
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

    CallOptions options() {
        return options;
    }
}
