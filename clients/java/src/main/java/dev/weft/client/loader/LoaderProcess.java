package dev.weft.client.loader;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.internal.Results;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A load of a CSV file, at the time it was read.
 *
 * @param id its id
 * @param status pending, running, completed, failed or canceled
 * @param failureArea NONE, PARSING_CSV, VALIDATING_DATA, TRANSFORMING_DATA or UPLOADING_DATA
 * @param subtext the status message
 * @param progress in numbers
 * @param counts the entity counts, by entityType
 * @param warnings how many
 * @param errors how many
 * @param issues the first 1,000, none in a list of loads; the issues file contains all
 * @param issuesFileId a CSV of the rows with issues; null if there are none
 * @param resultFileId a CSV of the row results; may be null
 * @param planFileId after a dry run: the planned changes; otherwise null
 * @param changeSetId all changes of the load carry it
 * @param undo its undo; null if not requested
 * @param version its version
 * @param createdOn when it was created
 * @param startedOn when it started; may be null
 * @param endedOn when it ended; may be null
 * @param json the complete load, with the configuration and samples
 */
public record LoaderProcess(
        String id,
        String status,
        String failureArea,
        String subtext,
        LoadProgress progress,
        Map<String, LoadCounts> counts,
        long warnings,
        long errors,
        List<LoadIssue> issues,
        String issuesFileId,
        String resultFileId,
        String planFileId,
        String changeSetId,
        LoadUndo undo,
        long version,
        Instant createdOn,
        Instant startedOn,
        Instant endedOn,
        JsonNode json) {

    static LoaderProcess of(JsonNode response) {
        return Results.readWithJson(response, LoaderProcess.class);
    }

    /**
     * The complete load, with the configuration and samples.
     *
     * @return a copy
     */
    @Override
    public JsonNode json() {
        return json.deepCopy();
    }

    /**
     * The status as an enum.
     *
     * @return {@link LoadStatus#UNKNOWN} for a value of a newer service
     */
    public LoadStatus loadStatus() {
        return LoadStatus.of(status);
    }

    /** Whether the load or its undo is in progress. */
    boolean isInProgress() {
        return loadStatus().isInProgress() || undo != null && undo.loadStatus().isInProgress();
    }

    @Override
    public String toString() {
        return "LoaderProcess[id=" + id + ", status=" + status + ", subtext=" + subtext + "]";
    }
}
