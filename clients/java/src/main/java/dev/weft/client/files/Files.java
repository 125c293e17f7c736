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
     * Uploads a file on disk.
     *
     * @param file to read; it must not change during the upload
     * @return the stored file
     */
    public StoredFile upload(Path file) {
        return upload(Upload.options(file));
    }

    /**
     * Uploads a file. Files larger than 8 MiB are sent in chunks, with at most one in memory, and a lost connection
     * costs at most one chunk.
     *
     * @param upload the upload
     * @return the stored file
     * @throws java.io.UncheckedIOException if its source cannot be read
     */
    public StoredFile upload(Upload upload) {
        return new Uploading(caller, upload).run();
    }

    /**
     * Opens the content of a file. A lost connection is resumed where it stopped.
     *
     * @param id of the file
     * @return to be closed
     */
    public Download download(String id) {
        return download(id, CallOptions.options());
    }

    /**
     * Opens the content of a file. A lost connection is resumed where it stopped.
     *
     * @param id of the file
     * @param options whose timeout limits each wait for data
     * @return to be closed
     */
    public Download download(String id, CallOptions options) {
        return Download.open(caller, id, options);
    }

    /**
     * Reads the metadata of a file.
     *
     * @param id of the file
     * @return the file
     */
    public StoredFile get(String id) {
        return Waiting.forCall(() -> async.get(id));
    }

    /**
     * Reads one page of files, oldest first unless ordered otherwise. Its nextPageKey is present while there are more.
     *
     * @param listing the list options
     * @return the page
     */
    public Page<StoredFile> list(Listing listing) {
        return Waiting.forCall(() -> async.list(listing));
    }

    /**
     * Deletes a file and its content.
     *
     * @param id of the file
     */
    public void delete(String id) {
        Waiting.forCall(() -> async.delete(id));
    }
}
