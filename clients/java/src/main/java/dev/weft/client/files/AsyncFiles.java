package dev.weft.client.files;

import dev.weft.client.AsyncEntities;
import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.OperationInput;
import dev.weft.client.Page;
import dev.weft.client.Writing;
import dev.weft.client.internal.Background;
import dev.weft.client.internal.Chained;
import dev.weft.client.internal.Results;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** Files, as futures. Uploads and downloads run in a thread of the session's executor; canceling one interrupts it. */
public final class AsyncFiles {
    private final Caller caller;

    /**
     * The files of a session's organization.
     *
     * @param caller the session
     */
    public AsyncFiles(Caller caller) {
        this.caller = caller;
    }

    /**
     * Uploads a file, like {@link Files#upload}.
     *
     * @param upload the upload
     * @return the stored file
     */
    public CompletableFuture<StoredFile> upload(Upload upload) {
        return Background.run(caller.executor(), () -> new Uploading(caller, upload).run());
    }

    /**
     * Opens the content of a file. Reading it blocks the reading thread.
     *
     * @param id of the file
     * @return to be closed
     */
    public CompletableFuture<Download> download(String id) {
        return Background.run(caller.executor(), () -> Download.open(caller, id, CallOptions.options()));
    }

    /**
     * Saves the content of a file to disk.
     *
     * @param id of the file
     * @param file in a folder that exists
     * @return completed when it is saved
     */
    public CompletableFuture<Void> downloadTo(String id, Path file) {
        return Background.run(caller.executor(), () -> {
            Download.open(caller, id, CallOptions.options()).saveTo(file);
            return null;
        });
    }

    /**
     * Reads the metadata of a file.
     *
     * @param id of the file
     * @return the file
     */
    public CompletableFuture<StoredFile> get(String id) {
        OperationInput input = OperationInput.options().param("id", id);
        return Chained.map(caller.callAsync("get-file", input), response -> Results.read(response, StoredFile.class));
    }

    /**
     * Reads one page of files, oldest first unless ordered otherwise.
     *
     * @param listing the list options
     * @return the page
     */
    public CompletableFuture<Page<StoredFile>> list(Listing listing) {
        return Chained.map(
                AsyncEntities.of(caller).list("file", listing),
                page -> page.map(file -> Results.read(file, StoredFile.class)));
    }

    /**
     * Deletes a file and its content.
     *
     * @param id of the file
     * @return completed when it is deleted
     */
    public CompletableFuture<Void> delete(String id) {
        return AsyncEntities.of(caller).delete("file", id, Writing.options());
    }
}
