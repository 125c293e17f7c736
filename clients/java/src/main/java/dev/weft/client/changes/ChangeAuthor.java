package dev.weft.client.changes;

/**
 * Who has changed something.
 *
 * @param id of the user or app
 * @param type user or app
 * @param name as it was known when the record was read
 */
public record ChangeAuthor(String id, String type, String name) {}
