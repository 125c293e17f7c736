package dev.weft.client.changes;

import java.time.Instant;

/**
 * A consumer of the log whose cursor the service stores under a name.
 *
 * @param name its name
 * @param cursor its position
 * @param cursorTime the time of that position
 * @param lag the number of records after that position
 * @param updatedOn when the cursor was set
 * @param updatedById who set it; may be null
 * @param ownerId the app or user it belongs to; may be null
 * @param ownerName the owner's name; may be null
 */
public record ChangeConsumer(
        String name,
        String cursor,
        Instant cursorTime,
        long lag,
        Instant updatedOn,
        String updatedById,
        String ownerId,
        String ownerName) {}
