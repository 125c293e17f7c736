package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.changes.AsyncChanges;
import dev.weft.client.files.AsyncFiles;
import dev.weft.client.internal.Chained;
import dev.weft.client.internal.Results;
import dev.weft.client.loader.AsyncLoader;
import dev.weft.client.tasks.AsyncTasks;
import dev.weft.client.workflows.AsyncWorkflows;
import java.util.concurrent.CompletableFuture;

/**
 * The same session with futures. A future fails with the exception of the blocking method; canceling it aborts the
 * call, its waits and its retries. Thread-safe.
 */
public final class AsyncWeft {
    private final Caller caller;

    AsyncWeft(Caller caller) {
        this.caller = caller;
    }

    /**
     * The owner of the credentials.
     *
     * @return the organization, the user or app, and its permissions
     */
    public CompletableFuture<Whoami> whoami() {
        return Chained.map(
                caller.callAsync("whoami", OperationInput.options()), response -> Results.read(response, Whoami.class));
    }

    /**
     * The generic verbs for every entity kind.
     *
     * @return get, list, create and so on
     */
    public AsyncEntities<JsonNode> entities() {
        return AsyncEntities.of(caller);
    }

    /**
     * The change history.
     *
     * @return poll, search and export
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
     * Workflows and their processes.
     *
     * @return start, run, get and so on
     */
    public AsyncWorkflows workflows() {
        return new AsyncWorkflows(caller);
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
     * Makes one API call by its operation id.
     *
     * @param operationId such as {@code list-items}
     * @param input the input of the operation
     * @return the response; a missing node if it has no body
     */
    public CompletableFuture<JsonNode> call(String operationId, OperationInput input) {
        return caller.callAsync(operationId, input);
    }

    /**
     * Makes a call by its path.
     *
     * @param request the request
     * @param options the call options
     * @return a success response whose body is not read yet
     */
    public CompletableFuture<RawAnswer> send(RawRequest request, CallOptions options) {
        return caller.sendAsync(request, options);
    }
}
