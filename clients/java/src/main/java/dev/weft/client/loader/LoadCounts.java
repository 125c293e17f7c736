package dev.weft.client.loader;

/**
 * The counts of one entity type.
 *
 * @param created how many
 * @param updated how many
 * @param unchanged how many were already equal
 * @param deleted how many
 * @param failed how many
 */
public record LoadCounts(long created, long updated, long unchanged, long deleted, long failed) {}
