package dev.weft.client.files;

import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.Page;
import dev.weft.client.internal.Waiting;
import java.nio.file.Path;

/** Files: a CSV to load, an image of an item, the issues of a load. */
public final class Files {
    private final Caller caller;
    private final AsyncFiles async;

    /**
     * The files of a session's organization.
     *
     * @param caller the session
     */
    public Files(Caller caller) {
        this.caller = caller;
        this.async = new AsyncFiles(caller);
    }

    /**
     * Sends a file on disk.
     *
     * @param file to be read; it must not change meanwhile
     * @return the file as it is stored
     */
    public StoredFile upload(Path file) {
        return upload(Upload.of(file));
    }

    /**
     * Sends a file. What is larger than 8 MiB goes in pieces, of which never more than one is in memory, and a lost
     * connection costs no more than one.
     *
     * @param upload what is sent
     * @return the file as it is stored
     * @throws java.io.UncheckedIOException when its source cannot be read
     */
    public StoredFile upload(Upload upload) {
        return new Uploading(caller, upload).run();
    }

    /**
     * Opens the bytes of a file. A connection that breaks while they are read is opened again where it stopped.
     *
     * @param id of the file
     * @return to be closed
     */
    public Download download(String id) {
        return download(id, CallOptions.none());
    }

    /**
     * Opens the bytes of a file. A connection that breaks while they are read is opened again where it stopped.
     *
     * @param id of the file
     * @param options of which the time-out limits each silence
     * @return to be closed
     */
    public Download download(String id, CallOptions options) {
        return Download.open(caller, id, options);
    }

    /**
     * Reads what is known of a file.
     *
     * @param id of the file
     * @return the file
     */
    public StoredFile get(String id) {
        return Waiting.forCall(() -> async.get(id));
    }

    /**
     * Reads one page of files, oldest first unless ordered otherwise. Its nextPageKey is there while there are more.
     *
     * @param listing what is wanted
     * @return the page
     */
    public Page<StoredFile> list(Listing listing) {
        return Waiting.forCall(() -> async.list(listing));
    }

    /**
     * Deletes a file with its bytes.
     *
     * @param id of the file
     */
    public void delete(String id) {
        Waiting.forCall(() -> async.delete(id));
    }
}
