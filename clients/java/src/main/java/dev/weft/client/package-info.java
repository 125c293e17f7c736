/**
 * The client of Weft: a session, the generic verbs of entities, and exceptions. Start at {@link dev.weft.client.Weft}.
 */
package dev.weft.client;
