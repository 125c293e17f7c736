package dev.weft.client.files;

import java.time.Instant;

/**
 * What is known of a file.
 *
 * @param id its id
 * @param entityType file
 * @param typePath file
 * @param fileName without folders
 * @param contentType of the bytes
 * @param size the bytes of the whole file
 * @param uploadedSize the bytes that have arrived; an upload goes on behind them
 * @param status uploading until all bytes have arrived, then completed
 * @param sha256 of the bytes, in hexadecimal; null until they are complete
 * @param downloadUrl gives the bytes to whoever has it, without a credential, for 24 hours; null until they are
 *     complete
 * @param version counts its changes
 * @param createdOn when it was made
 * @param updatedOn when it was changed
 * @param createdById who has made it; may be null
 */
public record StoredFile(
        String id,
        String entityType,
        String typePath,
        String fileName,
        String contentType,
        long size,
        long uploadedSize,
        String status,
        String sha256,
        String downloadUrl,
        long version,
        Instant createdOn,
        Instant updatedOn,
        String createdById) {

    boolean isComplete() {
        return "completed".equals(status);
    }

    /** Without downloadUrl, which is as good as a credential. */
    @Override
    public String toString() {
        return "StoredFile[id=" + id + ", fileName=" + fileName + ", size=" + size + ", status=" + status + "]";
    }
}
