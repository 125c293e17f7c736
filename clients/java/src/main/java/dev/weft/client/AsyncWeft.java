package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.changes.AsyncChanges;
import dev.weft.client.files.AsyncFiles;
import dev.weft.client.internal.Chained;
import dev.weft.client.internal.Results;
import dev.weft.client.loader.AsyncLoader;
import dev.weft.client.tasks.AsyncTasks;
import java.util.concurrent.CompletableFuture;

/**
 * The same session with futures in place of waiting. A future fails with what the waiting method would throw; a cancel
 * of it ends the call, its waiting and its retries. Thread-safe.
 */
public final class AsyncWeft {
    private final Caller caller;

    AsyncWeft(Caller caller) {
        this.caller = caller;
    }

    /**
     * Who the credentials are.
     *
     * @return the organization, the user or app, and its rights
     */
    public CompletableFuture<Whoami> whoami() {
        return Chained.map(
                caller.callAsync("whoami", OperationInput.nothing()), answer -> Results.read(answer, Whoami.class));
    }

    /**
     * The verbs on any kind of entity.
     *
     * @return get, list, create and so on
     */
    public AsyncEntities<JsonNode> entities() {
        return AsyncEntities.of(caller);
    }

    /**
     * The history of all changes.
     *
     * @return to follow, to search, to export
     */
    public AsyncChanges changes() {
        return new AsyncChanges(caller);
    }

    /**
     * Files.
     *
     * @return upload, download and so on
     */
    public AsyncFiles files() {
        return new AsyncFiles(caller);
    }

    /**
     * Loads of CSV files.
     *
     * @return run, follow, cancel and so on
     */
    public AsyncLoader loader() {
        return new AsyncLoader(caller);
    }

    /**
     * The tasks of workflow processes.
     *
     * @return complete, fail, progress and so on
     */
    public AsyncTasks tasks() {
        return new AsyncTasks(caller);
    }

    /**
     * Makes one call of the API by the id of its operation.
     *
     * @param operationId such as {@code list-items}
     * @param input what it takes
     * @return the answer; a missing node when it has no body
     */
    public CompletableFuture<JsonNode> call(String operationId, OperationInput input) {
        return caller.callAsync(operationId, input);
    }

    /**
     * Makes a call by its path.
     *
     * @param request what is sent
     * @param options how it is made
     * @return an answer of success, whose body is still to be read
     */
    public CompletableFuture<RawAnswer> send(RawRequest request, CallOptions options) {
        return caller.sendAsync(request, options);
    }
}
