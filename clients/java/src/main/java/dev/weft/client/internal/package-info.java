/** What the client is made of inside. It is not exported and may change with any version. */
package dev.weft.client.internal;
