package dev.weft.client.changes;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One page of a search.
 *
 * @param results in the requested order; may be empty although there are more
 * @param nextPageKey present while there are more
 * @param coveredUntil where a poll continues after all pages have been read
 * @param coveredUntilTime the time up to which the pages read so far hold every match: after the last page, a next
 *     range that starts here misses nothing
 */
public record ChangeSearchPage(
        List<ChangeRecord> results, Optional<String> nextPageKey, String coveredUntil, Instant coveredUntilTime) {}
