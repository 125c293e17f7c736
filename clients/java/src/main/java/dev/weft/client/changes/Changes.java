package dev.weft.client.changes;

import dev.weft.client.Caller;
import dev.weft.client.internal.Waiting;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

/** The history of all changes: to follow, to search, to export. */
public final class Changes {
    private final Caller caller;
    private final AsyncChanges async;

    /**
     * The history of a session's organization.
     *
     * @param caller the session
     */
    public Changes(Caller caller) {
        this.caller = caller;
        this.async = new AsyncChanges(caller);
    }

    /**
     * The named readers whose cursor the service keeps.
     *
     * @return get, list, put and delete
     */
    public ChangeConsumers consumers() {
        return new ChangeConsumers(async.consumers());
    }

    /**
     * Every change, oldest first, each at least once and normally just once. Nothing is asked for before the first
     * record is.
     *
     * @param polling what is wanted, and where the cursor is kept
     * @return to be used in a try statement, which stores what is finished when the loop is left
     */
    public ChangePoll poll(Polling polling) {
        return new ChangePoll(caller, polling);
    }

    /**
     * The same in pages, also those without records, which come about every waitSeconds.
     *
     * @param polling what is wanted, and where the cursor is kept
     * @return of which each page is finished when the next one is asked for
     */
    public ChangePages pages(Polling polling) {
        return new ChangePages(caller, polling);
    }

    /**
     * Reads one page of a search. It may be empty although there are more: go on while there is a nextPageKey.
     *
     * @param search what is wanted
     * @return the page
     */
    public ChangeSearchPage list(ChangeSearch search) {
        return Waiting.forCall(() -> async.list(search));
    }

    /**
     * Every record of a search, one by one; pages are read as they are needed.
     *
     * @param search what is wanted
     * @return records, anew for each iterator
     */
    public Iterable<ChangeRecord> all(ChangeSearch search) {
        return () -> iterate(search);
    }

    /**
     * Every record that matches, oldest first, up to the end of the log: the quickest way to all of them.
     *
     * @param wanted what is wanted
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
