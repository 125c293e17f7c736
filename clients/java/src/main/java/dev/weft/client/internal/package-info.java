/** Internals of the client. Not exported; may change with any version. */
package dev.weft.client.internal;
