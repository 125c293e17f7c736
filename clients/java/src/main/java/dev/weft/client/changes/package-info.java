/** The history of all changes: to follow, to search, to export. Begin at {@link dev.weft.client.changes.Changes}. */
package dev.weft.client.changes;
