package dev.weft.client.loader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weft.client.AsyncEntities;
import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.OperationInput;
import dev.weft.client.Page;
import dev.weft.client.files.Download;
import dev.weft.client.files.Files;
import dev.weft.client.files.Upload;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Waiting;
import java.util.Optional;

/** Loads of CSV files. */
public final class Loader {
    private final Caller caller;
    private final Files files;

    /**
     * The loads of a session's organization.
     *
     * @param caller the session
     */
    public Loader(Caller caller) {
        this.caller = caller;
        this.files = new Files(caller);
    }

    /**
     * Uploads the file, starts the load and waits until it has ended.
     *
     * @param start the configuration and the file
     * @return the load, even if it failed or was canceled: check its status and issues
     */
    public LoaderProcess run(LoadStart start) {
        return run(start, Following.options());
    }

    /**
     * Uploads the file, starts the load, follows it and returns it when it has ended. An interrupt only stops
     * following; the load continues unless {@link #cancel} is called.
     *
     * @param start the configuration and the file
     * @param following the options, such as a progress listener
     * @return the load, even if it failed or was canceled: check its status and issues
     */
    public LoaderProcess run(LoadStart start, Following following) {
        return new FollowedLoad(caller, following).follow(start(start));
    }

    /**
     * Uploads the file and starts the load, which is then queued; use {@link #follow} for its result.
     *
     * @param start the configuration and the file
     * @return the started load
     */
    public LoaderProcess start(LoadStart start) {
        ObjectNode body = Results.object();
        JsonNode config = caller.mapper().valueToTree(start.config());
        config.properties().forEach(field -> body.set(field.getKey(), field.getValue()));
        if (start.file() != null) {
            body.put("fileLocation", upload(start));
        }
        if (start.isDryRun() != null) {
            body.put("dryRun", start.isDryRun());
        }
        if (start.sampleRows() != null) {
            body.put("sampleRows", start.sampleRows());
        }
        OperationInput input = OperationInput.options().body(body).options(start.callOptions());
        return LoaderProcess.of(caller.call("create-loader-process", input));
    }

    /**
     * Waits until a load has ended, and its undo if there is one.
     *
     * @param id of the load
     * @param following the options, such as a progress listener
     * @return the load
     */
    public LoaderProcess follow(String id, Following following) {
        return new FollowedLoad(caller, following).follow(get(id));
    }

    /**
     * Reads the current state of a load.
     *
     * @param id of the load
     * @return its progress, counts and first 1,000 issues
     */
    public LoaderProcess get(String id) {
        return one("get-loader-process", id);
    }

    /**
     * Reads one page of loads, oldest first unless ordered otherwise, without issues and samples.
     *
     * @param listing the list options
     * @return the page
     */
    public Page<LoaderProcess> list(Listing listing) {
        return Waiting.forCall(() -> AsyncEntities.of(caller).list("loader-process", listing))
                .map(LoaderProcess::of);
    }

    /**
     * Cancels a load after the current batch; earlier writes are kept.
     *
     * @param id of the load
     * @return the load
     */
    public LoaderProcess cancel(String id) {
        return one("cancel-loader-process", id);
    }

    /**
     * Starts to undo a load, except entities changed since; use {@link #follow} for its result.
     *
     * @param id of the load
     * @return the load
     */
    public LoaderProcess undo(String id) {
        return one("undo-loader-process", id);
    }

    /**
     * Opens the CSV of the rows with issues, to correct and load again.
     *
     * @param id of the load
     * @return empty if there are none; otherwise to be closed
     */
    public Optional<Download> issues(String id) {
        return Optional.ofNullable(get(id).issuesFileId()).map(files::download);
    }

    private LoaderProcess one(String operationId, String id) {
        return LoaderProcess.of(caller.call(operationId, OperationInput.options().param("id", id)));
    }

    private String upload(LoadStart start) {
        CallOptions given = start.callOptions();
        CallOptions transfer = CallOptions.options();
        transfer = given.timeout().map(transfer::withTimeout).orElse(transfer);
        transfer = given.retries().isPresent() ? transfer.withRetries(given.retries().getAsInt()) : transfer;
        Upload upload = Upload.options(start.file()).onProgress(start.onUpload()).options(transfer);
        return files.upload(upload).id();
    }
}
