package dev.weft.client.changes;

/**
 * The author of a change.
 *
 * @param id of the user or app
 * @param type user or app
 * @param name at the time the record was read
 */
public record ChangeAuthor(String id, String type, String name) {}
