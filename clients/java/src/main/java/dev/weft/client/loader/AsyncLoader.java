package dev.weft.client.loader;

import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.Page;
import dev.weft.client.internal.Background;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Loads of CSV files, as futures. They run in threads of the session's executor; canceling one interrupts it, and the
 * load continues.
 */
public final class AsyncLoader {
    private final Caller caller;
    private final Loader loader;

    /**
     * The loads of a session's organization.
     *
     * @param caller the session
     */
    public AsyncLoader(Caller caller) {
        this.caller = caller;
        this.loader = new Loader(caller);
    }

    /**
     * Uploads the file, starts the load and follows it, like {@link Loader#run(LoadStart, Following)}.
     *
     * @param start the configuration and the file
     * @param following the options, whose progress listener is called in a thread of the executor
     * @return the ended load
     */
    public CompletableFuture<LoaderProcess> run(LoadStart start, Following following) {
        return inBackground(() -> loader.run(start, following));
    }

    /**
     * Uploads the file and starts the load.
     *
     * @param start the configuration and the file
     * @return the started load
     */
    public CompletableFuture<LoaderProcess> start(LoadStart start) {
        return inBackground(() -> loader.start(start));
    }

    /**
     * Waits until a load has ended, and its undo if there is one.
     *
     * @param id of the load
     * @param following the options, whose progress listener is called in a thread of the executor
     * @return the load
     */
    public CompletableFuture<LoaderProcess> follow(String id, Following following) {
        return inBackground(() -> loader.follow(id, following));
    }

    /**
     * Reads the current state of a load.
     *
     * @param id of the load
     * @return its progress, counts and first 1,000 issues
     */
    public CompletableFuture<LoaderProcess> get(String id) {
        return inBackground(() -> loader.get(id));
    }

    /**
     * Reads one page of loads, without issues and samples.
     *
     * @param listing the list options
     * @return the page
     */
    public CompletableFuture<Page<LoaderProcess>> list(Listing listing) {
        return inBackground(() -> loader.list(listing));
    }

    /**
     * Cancels a load after the current batch; earlier writes are kept.
     *
     * @param id of the load
     * @return the load
     */
    public CompletableFuture<LoaderProcess> cancel(String id) {
        return inBackground(() -> loader.cancel(id));
    }

    /**
     * Starts to undo a load, except entities changed since.
     *
     * @param id of the load
     * @return the load
     */
    public CompletableFuture<LoaderProcess> undo(String id) {
        return inBackground(() -> loader.undo(id));
    }

    private <T> CompletableFuture<T> inBackground(Supplier<T> work) {
        return Background.run(caller.executor(), work);
    }
}
