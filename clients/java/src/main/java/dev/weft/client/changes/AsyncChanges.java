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

/** The history of all changes, as futures. What hands out records does so in a thread of the session's executor. */
public final class AsyncChanges {
    private final Caller caller;

    /**
     * The history of a session's organization.
     *
     * @param caller the session
     */
    public AsyncChanges(Caller caller) {
        this.caller = caller;
    }

    /**
     * The named readers whose cursor the service keeps.
     *
     * @return get, list, put and delete
     */
    public AsyncChangeConsumers consumers() {
        return new AsyncChangeConsumers(caller);
    }

    /**
     * Hands out every change, as {@link Changes#poll} does. A record is finished when the consumer returns.
     *
     * @param polling what is wanted, and where the cursor is kept
     * @param consumer takes the records one by one; what it throws ends the poll
     * @return completed at the end of a poll that does not follow; a cancel interrupts the thread and ends the poll
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
     * Reads one page of a search. It may be empty although there are more: go on while there is a nextPageKey.
     *
     * @param search what is wanted
     * @return the page
     */
    public CompletableFuture<ChangeSearchPage> list(ChangeSearch search) {
        OperationInput input = OperationInput.nothing().options(search.options());
        for (Map.Entry<String, Object> param : search.query().values().entrySet()) {
            input = input.query(param.getKey(), param.getValue());
        }
        return Chained.map(
                caller.callAsync("list-changes", input),
                answer -> new ChangeSearchPage(
                        Results.readAll(answer.path("results"), ChangeRecord.class),
                        Optional.ofNullable(answer.get("nextPageKey")).map(JsonNode::asText),
                        answer.path("coveredUntil").asText(),
                        Instant.parse(answer.path("coveredUntilTime").asText())));
    }

    /**
     * Hands out every record that matches, oldest first, up to the end of the log, as {@link Changes#export} does.
     *
     * @param wanted what is wanted
     * @param consumer takes the records one by one; what it throws ends the export
     * @return completed behind the last; a cancel interrupts the thread
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
