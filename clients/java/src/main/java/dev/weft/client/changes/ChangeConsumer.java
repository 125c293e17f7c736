package dev.weft.client.changes;

import java.time.Instant;

/**
 * A reader of the log whose cursor the service keeps under a name.
 *
 * @param name its name
 * @param cursor up to where it has finished
 * @param cursorTime the time of that place
 * @param lag how many records lie behind that place
 * @param updatedOn when the cursor was set
 * @param updatedById who has set it; may be null
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
