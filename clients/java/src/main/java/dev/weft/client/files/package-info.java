/** Files, up and down, streamed. Begin at {@link dev.weft.client.files.Files}. */
package dev.weft.client.files;
