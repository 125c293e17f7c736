package dev.weft.client.changes;

import java.util.List;

/**
 * A page of the log.
 *
 * @param records in log order; may be empty
 * @param coveredUntil the position up to which no other record matches, to continue from
 */
public record ChangePage(List<ChangeRecord> records, String coveredUntil) {}
