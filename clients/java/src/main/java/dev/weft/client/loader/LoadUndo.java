package dev.weft.client.loader;

import java.util.List;

/**
 * What became of taking a load back.
 *
 * @param status pending, running, completed or failed
 * @param reverted how many entities
 * @param notReverted how many were left, because somebody has changed them since
 * @param reasons of the first 1,000 that were left
 */
public record LoadUndo(String status, long reverted, long notReverted, List<Reason> reasons) {

    /**
     * Why an entity was left.
     *
     * @param entityReference {@code <entityType>:<id>}
     * @param message why
     */
    public record Reason(String entityReference, String message) {}
}
