package dev.weft.client.files;

import java.time.Instant;

/**
 * The metadata of a file.
 *
 * @param id its id
 * @param entityType file
 * @param typePath file
 * @param fileName without folders
 * @param contentType of the content
 * @param size in bytes
 * @param uploadedSize the number of bytes received; an upload continues after them
 * @param status uploading until all bytes have arrived, then completed
 * @param sha256 of the content, in hexadecimal; null until it is complete
 * @param downloadUrl downloads the content without a credential, for 24 hours; null until it is complete
 * @param version its version
 * @param createdOn when it was created
 * @param updatedOn when it was changed
 * @param createdById who created it; may be null
 * @param pictureStatus whether a picture has thumbnails: pending, ready, unreadable or too-large; null for other files
 * @param width of a picture as it is shown, in pixels; null until it is known
 * @param height of a picture as it is shown, in pixels; null until it is known
 * @param dominantColor the color of most of a picture, such as #8a5200; null until it is known
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
        String createdById,
        String pictureStatus,
        Integer width,
        Integer height,
        String dominantColor) {

    boolean isComplete() {
        return "completed".equals(status);
    }

    /** Without downloadUrl, which is equivalent to a credential. */
    @Override
    public String toString() {
        return "StoredFile[id=" + id + ", fileName=" + fileName + ", size=" + size + ", status=" + status + "]";
    }
}
