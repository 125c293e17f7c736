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

/** Files, as futures. Uploads and downloads run in a thread of the session's executor; a cancel interrupts it. */
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
     * Sends a file, as {@link Files#upload} does.
     *
     * @param upload what is sent
     * @return the file as it is stored
     */
    public CompletableFuture<StoredFile> upload(Upload upload) {
        return Background.run(caller.executor(), () -> new Uploading(caller, upload).run());
    }

    /**
     * Opens the bytes of a file. Reading them waits, in the thread that reads.
     *
     * @param id of the file
     * @return to be closed
     */
    public CompletableFuture<Download> download(String id) {
        return Background.run(caller.executor(), () -> Download.open(caller, id, CallOptions.none()));
    }

    /**
     * Writes the bytes of a file to disk.
     *
     * @param id of the file
     * @param file in a folder that exists
     * @return completed when all of it is there
     */
    public CompletableFuture<Void> downloadTo(String id, Path file) {
        return Background.run(caller.executor(), () -> {
            Download.open(caller, id, CallOptions.none()).saveTo(file);
            return null;
        });
    }

    /**
     * Reads what is known of a file.
     *
     * @param id of the file
     * @return the file
     */
    public CompletableFuture<StoredFile> get(String id) {
        OperationInput input = OperationInput.nothing().param("id", id);
        return Chained.map(caller.callAsync("get-file", input), answer -> Results.read(answer, StoredFile.class));
    }

    /**
     * Reads one page of files, oldest first unless ordered otherwise.
     *
     * @param listing what is wanted
     * @return the page
     */
    public CompletableFuture<Page<StoredFile>> list(Listing listing) {
        return Chained.map(
                AsyncEntities.of(caller).list("file", listing),
                page -> page.map(file -> Results.read(file, StoredFile.class)));
    }

    /**
     * Deletes a file with its bytes.
     *
     * @param id of the file
     * @return completed when it is gone
     */
    public CompletableFuture<Void> delete(String id) {
        return AsyncEntities.of(caller).delete("file", id, Writing.plain());
    }
}
