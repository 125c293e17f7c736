package dev.weft.client.changes;

import dev.weft.client.Caller;
import dev.weft.client.internal.Waiting;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

/** The change history: poll, search and export. */
public final class Changes {
    private final Caller caller;
    private final AsyncChanges async;

    /**
     * The change history of a session's organization.
     *
     * @param caller the session
     */
    public Changes(Caller caller) {
        this.caller = caller;
        this.async = new AsyncChanges(caller);
    }

    /**
     * Named consumers whose cursor the service stores.
     *
     * @return get, list, put and delete
     */
    public ChangeConsumers consumers() {
        return new ChangeConsumers(async.consumers());
    }

    /**
     * Every change, oldest first, at least once and normally exactly once. The first request is made when the first
     * record is requested.
     *
     * @param polling the poll options
     * @return to be used in a try statement, which stores the finished records when the loop ends
     */
    public ChangePoll poll(Polling polling) {
        return new ChangePoll(caller, polling);
    }

    /**
     * The same in pages, including empty ones, which arrive about every waitSeconds.
     *
     * @param polling the poll options
     * @return pages, each finished when the next one is requested
     */
    public ChangePages pages(Polling polling) {
        return new ChangePages(caller, polling);
    }

    /**
     * Reads one page of a search. It may be empty although there are more: continue while there is a nextPageKey.
     *
     * @param search the search options
     * @return the page
     */
    public ChangeSearchPage list(ChangeSearch search) {
        return Waiting.forCall(() -> async.list(search));
    }

    /**
     * Every record of a search, one by one; pages are fetched on demand.
     *
     * @param search the search options
     * @return records, from the start for each iterator
     */
    public Iterable<ChangeRecord> all(ChangeSearch search) {
        return () -> iterate(search);
    }

    /**
     * Every matching record, oldest first, up to the end of the log: the fastest way to read all of them.
     *
     * @param wanted the export options
     * @return to be used in a try statement, because it holds a connection
     */
    public ChangeRecords export(ChangeExport wanted) {
        return new ChangeRecords(caller, wanted);
    }

    private Iterator<ChangeRecord> iterate(ChangeSearch search) {
        return Stream.iterate(
                        Optional.of(list(search)),
                        Optional::isPresent,
                        page -> page.get().nextPageKey().map(key -> list(search.nextPageKey(key))))
                .flatMap(page -> page.orElseThrow().results().stream())
                .iterator();
    }
}
