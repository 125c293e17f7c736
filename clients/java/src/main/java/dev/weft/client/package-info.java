/**
 * The client of Weft: a session, the calls that every kind of entity knows, and what goes wrong.
 * Begin at {@link dev.weft.client.Weft}.
 */
package dev.weft.client;
