package dev.weft.client.changes;

import java.util.List;

/**
 * A part of the log.
 *
 * @param records in the order of the log, perhaps none
 * @param coveredUntil the place up to which nothing else matches; where to go on
 */
public record ChangePage(List<ChangeRecord> records, String coveredUntil) {}
