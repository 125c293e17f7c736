package dev.weft.client.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.testing.ChildJvm;
import dev.weft.client.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCursorTest {
    @TempDir
    Path folder;

    @Test
    void aSavedCursorIsLoadedByTheNextPoll() {
        Path file = folder.resolve("cursor");

        Optional<String> before = CursorStore.inFile(file).load();
        CursorStore.inFile(file).save("C1");
        CursorStore.inFile(file).save("C2");

        assertEquals(Optional.empty(), before);
        assertEquals(Optional.of("C2"), CursorStore.inFile(file).load());
        assertEquals(List.of("cursor"), namesIn(folder));
    }

    @Test
    void onlyItsOwnerCanReadIt() throws IOException {
        Path file = folder.resolve("cursor");

        CursorStore.inFile(file).save("C1");

        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void anEmptyCursorFileIsRejected() throws IOException {
        Path file = Files.createFile(folder.resolve("cursor"));

        assertThrows(IllegalStateException.class, () -> CursorStore.inFile(file).load());
    }

    @Test
    void aMissingFolderIsReported() {
        CursorStore store = CursorStore.inFile(folder.resolve("missing/cursor"));

        assertThrows(UncheckedIOException.class, () -> store.save("C1"));
    }

    @Test
    void itStaysCompleteIfTheProgramIsKilledDuringASave() throws Exception {
        Path file = folder.resolve("cursor");
        for (int round = 0; round < 3; round += 1) {
            Process saving = ChildJvm.start(List.of(), SavesCursors.class, file.toString());
            String begun = "C" + round + ".";
            CursorStore.inFile(file).save(begun);
            Eventually.until("it saves", () -> !Optional.of(begun).equals(CursorStore.inFile(file).load()));

            saving.destroyForcibly().waitFor();

            assertTrue(CursorStore.inFile(file).load().orElseThrow().matches("Cx*\\."));
        }
    }

    /** Saves longer and longer cursors until it is killed. */
    static final class SavesCursors {
        public static void main(String[] arguments) {
            CursorStore store = CursorStore.inFile(Path.of(arguments[0]));
            for (int length = 1; ; length += 1) {
                store.save("C" + "x".repeat(length * 9) + ".");
            }
        }
    }

    private static List<String> namesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
