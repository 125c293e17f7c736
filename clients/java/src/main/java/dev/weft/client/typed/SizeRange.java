package dev.weft.client.typed;

import java.util.List;

/**
 * A range of sizes.
 *
 * @param sizes in order
 */
public record SizeRange(List<String> sizes) {}
