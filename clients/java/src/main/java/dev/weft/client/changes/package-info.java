/** The change history: poll, search and export. Start at {@link dev.weft.client.changes.Changes}. */
package dev.weft.client.changes;
