package dev.weft.client.loader;

import dev.weft.client.Caller;
import dev.weft.client.Listing;
import dev.weft.client.Page;
import dev.weft.client.internal.Background;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Loads of CSV files, as futures. They run in threads of the session's executor; a cancel interrupts, the load goes on.
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
     * Uploads the file, starts the load and follows it, as {@link Loader#run(LoadStart, Following)} does.
     *
     * @param start the configuration and the file
     * @param following who is told of its progress, in a thread of the executor
     * @return the load when it has ended
     */
    public CompletableFuture<LoaderProcess> run(LoadStart start, Following following) {
        return inBackground(() -> loader.run(start, following));
    }

    /**
     * Uploads the file and starts the load.
     *
     * @param start the configuration and the file
     * @return the load at its beginning
     */
    public CompletableFuture<LoaderProcess> start(LoadStart start) {
        return inBackground(() -> loader.start(start));
    }

    /**
     * Waits until a load has ended, and its undo if there is one.
     *
     * @param id of the load
     * @param following who is told of its progress, in a thread of the executor
     * @return the load
     */
    public CompletableFuture<LoaderProcess> follow(String id, Following following) {
        return inBackground(() -> loader.follow(id, following));
    }

    /**
     * Reads a load as it is now.
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
     * @param listing what is wanted
     * @return the page
     */
    public CompletableFuture<Page<LoaderProcess>> list(Listing listing) {
        return inBackground(() -> loader.list(listing));
    }

    /**
     * Ends a load after the batch under way; what is written stays.
     *
     * @param id of the load
     * @return the load
     */
    public CompletableFuture<LoaderProcess> cancel(String id) {
        return inBackground(() -> loader.cancel(id));
    }

    /**
     * Begins to take back what a load has changed, where nobody has changed it since.
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
