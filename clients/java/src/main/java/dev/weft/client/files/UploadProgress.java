package dev.weft.client.files;

/**
 * How far an upload is.
 *
 * @param sent the bytes that the service has
 * @param size all bytes
 */
public record UploadProgress(long sent, long size) {}
