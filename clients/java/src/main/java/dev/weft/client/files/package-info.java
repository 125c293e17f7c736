/** Streamed uploads and downloads of files. Start at {@link dev.weft.client.files.Files}. */
package dev.weft.client.files;
