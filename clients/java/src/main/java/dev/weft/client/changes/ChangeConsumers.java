package dev.weft.client.changes;

import dev.weft.client.Page;
import dev.weft.client.internal.Waiting;

/** Named consumers of the log whose cursor the service stores. */
public final class ChangeConsumers {
    private final AsyncChangeConsumers async;

    ChangeConsumers(AsyncChangeConsumers async) {
        this.async = async;
    }

    /**
     * Reads one page, sorted by name, each with its lag.
     *
     * @param limit the page size, at most 1,000
     * @param nextPageKey of the previous page; null for the first
     * @return the page
     */
    public Page<ChangeConsumer> list(int limit, String nextPageKey) {
        return Waiting.forCall(() -> async.list(limit, nextPageKey));
    }

    /**
     * Reads one consumer.
     *
     * @param name of the consumer
     * @return its cursor and lag
     */
    public ChangeConsumer get(String name) {
        return Waiting.forCall(() -> async.get(name));
    }

    /**
     * Sets the cursor; the first call creates the consumer.
     *
     * @param name of the consumer
     * @param cursor a cursor of the log, {@code beginning} or {@code now}
     * @return the consumer
     */
    public ChangeConsumer put(String name, String cursor) {
        return Waiting.forCall(() -> async.put(name, cursor));
    }

    /**
     * Deletes the consumer; the next poll with that name starts over.
     *
     * @param name of the consumer
     */
    public void delete(String name) {
        Waiting.forCall(() -> async.delete(name));
    }
}
