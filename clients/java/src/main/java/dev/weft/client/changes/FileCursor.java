package dev.weft.client.changes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Written to a temporary file and renamed. The folder is not synced: after a loss of power the old cursor may remain,
 * which is complete too.
 */
final class FileCursor implements CursorStore {
    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path file;

    FileCursor(Path file) {
        this.file = file.toAbsolutePath();
    }

    @Override
    public Optional<String> load() {
        try {
            String cursor = Files.readString(file).trim();
            if (cursor.isEmpty()) {
                throw new IllegalStateException(file + " does not contain a cursor. Delete the file to start over.");
            }
            return Optional.of(cursor);
        } catch (NoSuchFileException error) {
            return Optional.empty();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    @Override
    public void save(String cursor) {
        Path draft = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".new");
        try {
            write(draft, cursor + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException error) {
            delete(draft);
            throw new UncheckedIOException(error);
        }
    }

    private static void write(Path draft, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(draft, NEW, ownerOnly(draft))) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path draft) {
        boolean isPosix = draft.getFileSystem().supportedFileAttributeViews().contains("posix");
        return isPosix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static void delete(Path draft) {
        try {
            Files.deleteIfExists(draft);
        } catch (IOException error) {
            // The first error is reported; this one would hide it.
        }
    }
}
