package dev.weft.client.changes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.Caller;
import dev.weft.client.OperationInput;
import dev.weft.client.Page;
import dev.weft.client.internal.Chained;
import dev.weft.client.internal.Results;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** Named consumers whose cursor the service stores, as futures. */
public final class AsyncChangeConsumers {
    private final Caller caller;

    AsyncChangeConsumers(Caller caller) {
        this.caller = caller;
    }

    /**
     * Reads one page, sorted by name, each with its lag.
     *
     * @param limit the page size, at most 1,000
     * @param nextPageKey of the previous page; null for the first
     * @return the page
     */
    public CompletableFuture<Page<ChangeConsumer>> list(int limit, String nextPageKey) {
        OperationInput input =
                OperationInput.options().query("limit", limit).query("nextPageKey", nextPageKey);
        return Chained.map(
                caller.callAsync("list-change-consumers", input),
                response -> new Page<>(
                        Results.readAll(response.path("results"), ChangeConsumer.class),
                        Optional.ofNullable(response.get("nextPageKey")).map(JsonNode::asText),
                        OptionalLong.empty()));
    }

    /**
     * Reads one consumer.
     *
     * @param name of the consumer
     * @return its cursor and lag
     */
    public CompletableFuture<ChangeConsumer> get(String name) {
        return one("get-change-consumer", named(name));
    }

    /**
     * Sets the cursor; the first call creates the consumer.
     *
     * @param name of the consumer
     * @param cursor a cursor of the log, {@code beginning} or {@code now}
     * @return the consumer
     */
    public CompletableFuture<ChangeConsumer> put(String name, String cursor) {
        return one("put-change-consumer", named(name).body(Map.of("cursor", cursor)));
    }

    /**
     * Deletes the consumer; the next poll with that name starts over.
     *
     * @param name of the consumer
     * @return completed when it is deleted
     */
    public CompletableFuture<Void> delete(String name) {
        return Chained.map(caller.callAsync("delete-change-consumer", named(name)), nothing -> null);
    }

    private CompletableFuture<ChangeConsumer> one(String operationId, OperationInput input) {
        return Chained.map(
                caller.callAsync(operationId, input), response -> Results.read(response, ChangeConsumer.class));
    }

    private static OperationInput named(String name) {
        return OperationInput.options().param("name", name);
    }
}
