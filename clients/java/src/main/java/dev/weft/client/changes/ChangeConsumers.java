package dev.weft.client.changes;

import dev.weft.client.Page;
import dev.weft.client.internal.Waiting;

/** The named readers of the log whose cursor the service keeps. */
public final class ChangeConsumers {
    private final AsyncChangeConsumers async;

    ChangeConsumers(AsyncChangeConsumers async) {
        this.async = async;
    }

    /**
     * Reads one page, by name, each with its lag.
     *
     * @param limit of the page, at most 1,000
     * @param nextPageKey as the page before has answered it; null for the first
     * @return the page
     */
    public Page<ChangeConsumer> list(int limit, String nextPageKey) {
        return Waiting.forCall(() -> async.list(limit, nextPageKey));
    }

    /**
     * Reads one of them.
     *
     * @param name of the consumer
     * @return its cursor and lag
     */
    public ChangeConsumer get(String name) {
        return Waiting.forCall(() -> async.get(name));
    }

    /**
     * Sets the cursor; the first time makes the consumer.
     *
     * @param name of the consumer
     * @param cursor one of the log, {@code beginning} or {@code now}
     * @return the consumer
     */
    public ChangeConsumer put(String name, String cursor) {
        return Waiting.forCall(() -> async.put(name, cursor));
    }

    /**
     * Forgets it; a poll of that name begins anew.
     *
     * @param name of the consumer
     */
    public void delete(String name) {
        Waiting.forCall(() -> async.delete(name));
    }
}
