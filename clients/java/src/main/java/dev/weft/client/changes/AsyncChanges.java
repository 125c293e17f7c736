package dev.weft.client.changes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.Caller;
import dev.weft.client.OperationInput;
import dev.weft.client.internal.Background;
import dev.weft.client.internal.Chained;
import dev.weft.client.internal.Results;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The change history, as futures. Records are delivered in a thread of the session's executor. */
public final class AsyncChanges {
    private final Caller caller;

    /**
     * The change history of a session's organization.
     *
     * @param caller the session
     */
    public AsyncChanges(Caller caller) {
        this.caller = caller;
    }

    /**
     * Named consumers whose cursor the service stores.
     *
     * @return get, list, put and delete
     */
    public AsyncChangeConsumers consumers() {
        return new AsyncChangeConsumers(caller);
    }

    /**
     * Delivers every change, like {@link Changes#poll}. A record is finished when the consumer returns.
     *
     * @param polling the poll options
     * @param consumer receives the records one by one; an exception ends the poll
     * @return completed at the end of a poll that does not follow; canceling it interrupts the thread and ends the poll
     */
    public CompletableFuture<Void> poll(Polling polling, Consumer<? super ChangeRecord> consumer) {
        return Background.run(caller.executor(), () -> {
            try (ChangePoll poll = new ChangePoll(caller, polling)) {
                poll.forEachRemaining(consumer);
            }
            return null;
        });
    }

    /**
     * Reads one page of a search. It may be empty although there are more: continue while there is a nextPageKey.
     *
     * @param search the search options
     * @return the page
     */
    public CompletableFuture<ChangeSearchPage> list(ChangeSearch search) {
        OperationInput input = OperationInput.options().options(search.callOptions());
        for (Map.Entry<String, Object> param : search.query().values().entrySet()) {
            input = input.query(param.getKey(), param.getValue());
        }
        return Chained.map(
                caller.callAsync("list-changes", input),
                response -> new ChangeSearchPage(
                        Results.readAll(response.path("results"), ChangeRecord.class),
                        Optional.ofNullable(response.get("nextPageKey")).map(JsonNode::asText),
                        response.path("coveredUntil").asText(),
                        Instant.parse(response.path("coveredUntilTime").asText())));
    }

    /**
     * Delivers every matching record, oldest first, up to the end of the log, like {@link Changes#export}.
     *
     * @param wanted the export options
     * @param consumer receives the records one by one; an exception ends the export
     * @return completed after the last; canceling it interrupts the thread
     */
    public CompletableFuture<Void> export(ChangeExport wanted, Consumer<? super ChangeRecord> consumer) {
        return Background.run(caller.executor(), () -> {
            try (ChangeRecords records = new ChangeRecords(caller, wanted)) {
                records.forEachRemaining(consumer);
            }
            return null;
        });
    }
}
