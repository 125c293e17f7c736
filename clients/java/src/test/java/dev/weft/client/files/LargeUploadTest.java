package dev.weft.client.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.Weft;
import dev.weft.client.testing.ChildJvm;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Uploads and downloads a file that is much larger than memory. */
@ExtendWith(SharedService.class)
class LargeUploadTest {
    private static final long SIZE = 320L << 20;

    @TempDir
    Path folder;

    @Test
    void aFileOf320MebibytesGoesThroughAHeapOf48Mebibytes(WeftService service) throws Exception {
        Path file = folder.resolve("large.bin");
        writeSparsely(file);

        Process child = ChildJvm.start(
                List.of("-Xmx48m"),
                UploadsAndDownloads.class,
                service.baseUrl(),
                service.credential("orgSlug"),
                file.toString());
        // Not as an argument, which is visible to every user of the machine.
        try (PrintStream input = new PrintStream(child.getOutputStream(), true, StandardCharsets.UTF_8)) {
            input.println(service.credential("apiKey"));
        }
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(0, child.waitFor(), said);
        assertTrue(said.contains("The bytes are the same"), said);
    }

    /** Takes no disk space, and yet all chunks differ. */
    private static void writeSparsely(Path file) throws IOException {
        try (RandomAccessFile target = new RandomAccessFile(file.toFile(), "rw")) {
            target.setLength(SIZE);
            for (long offset = 0; offset < SIZE; offset += Uploading.PIECE_BYTES / 2) {
                target.seek(offset);
                target.writeLong(offset);
            }
        }
    }

    static final class UploadsAndDownloads {
        public static void main(String[] arguments) throws Exception {
            String apiKey = new Scanner(System.in, StandardCharsets.UTF_8).nextLine();
            Weft weft = Weft.builder()
                    .baseUrl(arguments[0])
                    .apiKey(apiKey)
                    .orgSlug(arguments[1])
                    .build();
            Path file = Path.of(arguments[2]);
            StoredFile stored = weft.files().upload(file);
            try (Download download = weft.files().download(stored.id());
                    InputStream source = Files.newInputStream(file)) {
                String sha256 = digest(download.stream());
                boolean isSame = sha256.equals(stored.sha256()) && sha256.equals(digest(source));
                System.out.println(isSame && stored.size() == SIZE ? "The bytes are the same." : "They differ.");
            }
            weft.files().delete(stored.id());
        }

        private static String digest(InputStream stream) throws Exception {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[64 * 1024];
            for (int count = stream.read(buffer); count != -1; count = stream.read(buffer)) {
                digest.update(buffer, 0, count);
            }
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
