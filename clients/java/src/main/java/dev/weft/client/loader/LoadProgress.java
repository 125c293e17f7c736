package dev.weft.client.loader;

/**
 * The progress of a load.
 *
 * @param phase waiting, checking, writing, publishing, or done
 * @param rowsTotal rows of the file, as far as known
 * @param rowsDone processed rows
 * @param rowsPerSecond current rate
 * @param percent of the whole load
 * @param etaSeconds estimated remaining time, if known
 */
public record LoadProgress(
        String phase, long rowsTotal, long rowsDone, double rowsPerSecond, double percent, double etaSeconds) {}
