package dev.weft.client;

import dev.weft.client.internal.Waiting;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The pages of a list, fetched on demand. */
final class Pages<T> implements Iterable<Page<T>> {
    private final AsyncEntities<T> entities;
    private final String entityName;
    private final Listing listing;

    Pages(AsyncEntities<T> entities, String entityName, Listing listing) {
        this.entities = entities;
        this.entityName = entityName;
        this.listing = listing;
    }

    @Override
    public Iterator<Page<T>> iterator() {
        return new Iterator<>() {
            private Optional<Listing> next = Optional.of(listing);

            @Override
            public boolean hasNext() {
                return next.isPresent();
            }

            @Override
            public Page<T> next() {
                Listing wanted = next.orElseThrow(NoSuchElementException::new);
                Page<T> page = Waiting.forCall(() -> entities.list(entityName, wanted));
                next = page.nextPageKey().map(listing::nextPageKey);
                return page;
            }
        };
    }
}
