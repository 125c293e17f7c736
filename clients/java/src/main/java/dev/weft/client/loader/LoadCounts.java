package dev.weft.client.loader;

/**
 * What became of the entities of one type.
 *
 * @param created how many
 * @param updated how many
 * @param unchanged how many were equal already
 * @param deleted how many
 * @param failed how many
 */
public record LoadCounts(long created, long updated, long unchanged, long deleted, long failed) {}
