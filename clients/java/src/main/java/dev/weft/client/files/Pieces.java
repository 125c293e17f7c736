package dev.weft.client.files;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Continues after the previous chunk, and reopens the source only for another offset. */
final class Pieces implements Closeable {
    private static final byte[] NOTHING = new byte[0];

    private final UploadSource source;
    private final long size;
    private InputStream stream;
    /** The offset of the next byte. */
    private long position;
    private long lastStart;
    private byte[] last = NOTHING;

    Pieces(UploadSource source) throws IOException {
        this.source = source;
        this.size = source.size();
    }

    long size() {
        return size;
    }

    /** At least one byte and at most so many, from this offset on; fewer if the last chunk is requested again. */
    byte[] read(long start, int length) throws IOException {
        if (start >= lastStart && start < lastStart + last.length) {
            int from = (int) (start - lastStart);
            return from == 0 ? last : Arrays.copyOfRange(last, from, last.length);
        }
        goTo(start);
        // Before the new one is created: two chunks are never held at once.
        last = NOTHING;
        byte[] piece = new byte[length];
        int count = stream.readNBytes(piece, 0, length);
        position = start + count;
        if (count < length) {
            throw new EOFException("The source of the upload ends at byte " + position + " of " + size + ".");
        }
        lastStart = start;
        last = piece;
        return last;
    }

    private void goTo(long start) throws IOException {
        if (stream == null || start != position) {
            close();
            stream = source.open(start);
            position = start;
        }
    }

    @Override
    public void close() throws IOException {
        if (stream != null) {
            InputStream closing = stream;
            stream = null;
            closing.close();
        }
    }
}
