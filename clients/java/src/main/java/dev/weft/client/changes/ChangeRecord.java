package dev.weft.client.changes;

import java.time.Instant;
import java.util.Map;

/**
 * One change of one entity. Records are immutable, and in commit order.
 *
 * @param id its cursor: a poll can continue after it
 * @param entityType the root type of the changed entity, such as {@code item}
 * @param entityReference {@code <entityType>:<id>}
 * @param entityId of the changed entity
 * @param federatedId its external ID after the change, or before it was deleted; null if it had none
 * @param typePath its type
 * @param action create, update or delete
 * @param createdOn the time; never earlier than the previous record
 * @param createdById the author; null if unknown
 * @param createdBy the same with a name; null if unknown
 * @param propertyDiffs the changed properties, by slug; on create and delete the complete state. Fields without read
 *     permission are absent
 * @param changeSetId shared by all changes of one request, batch, load or workflow task
 * @param source api, console, loader, workflow, cli or mcp
 * @param sourceId the load, process or request behind the change; may be null
 * @param entityVersion the entity's version after the change
 */
public record ChangeRecord(
        String id,
        String entityType,
        String entityReference,
        String entityId,
        String federatedId,
        String typePath,
        String action,
        Instant createdOn,
        String createdById,
        ChangeAuthor createdBy,
        Map<String, PropertyDiff> propertyDiffs,
        String changeSetId,
        String source,
        String sourceId,
        long entityVersion) {

    /**
     * The action as an enum.
     *
     * @return {@link ChangeAction#UNKNOWN} for a value of a newer service
     */
    public ChangeAction changeAction() {
        return ChangeAction.of(action);
    }
}
