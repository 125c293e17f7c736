package dev.weft.client.files;

/**
 * The progress of an upload.
 *
 * @param sent the number of bytes received by the service
 * @param size the total number of bytes
 */
public record UploadProgress(long sent, long size) {}
