package dev.weft.client.loader;

import java.util.List;

/**
 * The undo of a load.
 *
 * @param status pending, running, completed or failed
 * @param reverted how many entities were undone
 * @param notReverted how many were kept, because they were changed since
 * @param reasons of the first 1,000 that were kept
 */
public record LoadUndo(String status, long reverted, long notReverted, List<Reason> reasons) {

    /**
     * The status as an enum.
     *
     * @return {@link LoadStatus#UNKNOWN} for a value of a newer service
     */
    public LoadStatus loadStatus() {
        return LoadStatus.of(status);
    }

    /**
     * Why an entity was kept.
     *
     * @param entityReference {@code <entityType>:<id>}
     * @param message why
     */
    public record Reason(String entityReference, String message) {}
}
