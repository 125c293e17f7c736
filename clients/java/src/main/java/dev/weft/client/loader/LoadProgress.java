package dev.weft.client.loader;

/**
 * How far a load is.
 *
 * @param phase waiting, checking, writing, publishing, or done
 * @param rowsTotal of the file, as far as it is known
 * @param rowsDone of them
 * @param rowsPerSecond at the moment
 * @param percent of the whole load
 * @param etaSeconds how long it will take, as far as can be told
 */
public record LoadProgress(
        String phase, long rowsTotal, long rowsDone, double rowsPerSecond, double percent, double etaSeconds) {}
