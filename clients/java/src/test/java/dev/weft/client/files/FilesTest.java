package dev.weft.client.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.CallOptions;
import dev.weft.client.Listing;
import dev.weft.client.NoResponseException;
import dev.weft.client.NotFoundException;
import dev.weft.client.ServerException;
import dev.weft.client.Weft;
import dev.weft.client.testing.Fault;
import dev.weft.client.testing.FaultyProxy;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SharedService.class)
class FilesTest {
    private static final byte[] LARGE = randomBytes(2 * Uploading.PIECE_BYTES + 12_345);

    @TempDir
    Path folder;

    private FaultyProxy proxy;
    private Weft weft;

    @BeforeEach
    void begin(WeftService service) {
        proxy = new FaultyProxy(service.baseUrl());
        weft = service.builder(proxy.baseUrl()).build();
    }

    @AfterEach
    void end() {
        proxy.close();
    }

    @Test
    void aSmallFileIsSentInOneCallAndDownloadedUnchanged() throws IOException {
        Path file = Files.writeString(folder.resolve("größe.csv"), "Style,SKU\r\nP10,P10-R\r\n");
        List<UploadProgress> reported = new ArrayList<>();

        StoredFile stored = weft.files().upload(Upload.options(file).onProgress(reported::add));

        assertEquals("größe.csv", stored.fileName());
        assertEquals("text/csv", stored.contentType());
        assertEquals("completed", stored.status());
        assertEquals(List.of(new UploadProgress(0, 22), new UploadProgress(22, 22)), reported);
        assertEquals(1, proxy.calls().size());
        try (Download download = weft.files().download(stored.id())) {
            assertEquals("größe.csv", download.fileName());
            assertEquals("text/csv", download.contentType());
            assertEquals(22, download.size());
            assertEquals("Style,SKU\r\nP10,P10-R\r\n", download.text());
        }
        assertFalse(stored.toString().contains("token"));
    }

    @Test
    void anEmptyFileIsAFile() {
        StoredFile stored = weft.files().upload(Upload.options(UploadSource.of("empty.txt", "")));

        assertEquals(0, stored.size());
        assertEquals("", weft.files().download(stored.id()).text());
    }

    @Test
    void anUploadedFileCanBeListedAndDeleted() {
        String name = UUID.randomUUID() + ".txt";
        StoredFile stored = weft.files()
                .upload(Upload.options(UploadSource.of("x", "text")).fileName(name).contentType("text/plain"));

        List<StoredFile> listed =
                weft.files().list(Listing.options().criteria(Map.of("fileName", name))).results();
        weft.files().delete(stored.id());

        assertEquals(List.of(stored.id()), listed.stream().map(StoredFile::id).toList());
        assertThrows(NotFoundException.class, () -> weft.files().get(stored.id()));
        assertThrows(NotFoundException.class, () -> weft.files().download(stored.id()));
    }

    @Test
    void aLargeFileIsSentInChunksAndResumesAfterALostConnection() {
        AtomicInteger pieces = new AtomicInteger();
        proxy.judge(call -> {
            if (!call.method().equals("PUT")) {
                return null;
            }
            return switch (pieces.getAndIncrement()) {
                case 0 -> new Fault.CutConnection();
                case 2 -> new Fault.SwallowAnswer();
                case 3 -> Fault.refuseBriefly(503);
                default -> null;
            };
        });
        List<Long> reported = new ArrayList<>();

        StoredFile stored = weft.files()
                .upload(Upload.options(UploadSource.of("large.bin", LARGE)).onProgress(one -> reported.add(one.sent())));

        assertEquals(LARGE.length, stored.size());
        assertEquals(
                List.of(0L, (long) Uploading.PIECE_BYTES, 2L * Uploading.PIECE_BYTES, (long) LARGE.length), reported);
        assertArrayEquals(LARGE, weft.files().download(stored.id()).bytes());
    }

    @Test
    void anUploadWithoutProgressFails() {
        proxy.judge(call -> call.method().equals("PUT") ? Fault.refuseBriefly(503) : null);
        Upload upload = Upload.options(UploadSource.of("large.bin", LARGE)).options(CallOptions.options().withRetries(2));

        assertThrows(ServerException.class, () -> weft.files().upload(upload));
        assertEquals(3, proxy.calls().stream().filter(call -> call.method().equals("PUT")).count());
    }

    @Test
    void aTruncatedSourceIsReported() {
        UploadSource source = new UploadSource() {
            @Override
            public String name() {
                return "short.bin";
            }

            @Override
            public long size() {
                return 100;
            }

            @Override
            public InputStream open(long start) {
                return new ByteArrayInputStream(new byte[10]);
            }
        };

        UncheckedIOException error =
                assertThrows(UncheckedIOException.class, () -> weft.files().upload(Upload.options(source)));

        assertEquals(EOFException.class, error.getCause().getClass());
    }

    @Test
    void aMissingFileIsReported() {
        assertThrows(UncheckedIOException.class, () -> weft.files().upload(folder.resolve("missing.csv")));
        assertThrows(
                IllegalArgumentException.class,
                () -> weft.files().upload(Upload.options(UploadSource.of("", "text"))));
    }

    @Test
    void aDownloadResumesAfterALostConnection() throws IOException {
        String id = weft.files().upload(Upload.options(UploadSource.of("large.bin", LARGE))).id();
        AtomicInteger calls = new AtomicInteger();
        proxy.judge(call -> calls.getAndIncrement() < 5 ? new Fault.CutAnswer(3_000_000) : null);
        Path file = folder.resolve("copy.bin");

        weft.files().download(id).saveTo(file);

        assertArrayEquals(LARGE, Files.readAllBytes(file));
        assertEquals(6, calls.get());
        List<String> ranges = proxy.calls().stream().map(call -> call.header("range")).toList();
        assertTrue(ranges.get(ranges.size() - 1).matches("bytes=\\d+-"));
    }

    @Test
    void aFailedDownloadKeepsTheExistingFile() throws IOException {
        String id = weft.files().upload(Upload.options(UploadSource.of("large.bin", LARGE))).id();
        AtomicInteger calls = new AtomicInteger();
        proxy.judge(call -> calls.getAndIncrement() == 0 ? new Fault.CutAnswer(1000) : new Fault.CutConnection());
        Path file = Files.writeString(folder.resolve("copy.bin"), "before");
        CallOptions once = CallOptions.options().withRetries(1);

        assertThrows(NoResponseException.class, () -> weft.files().download(id, once).saveTo(file));

        assertEquals("before", Files.readString(file));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void aDownloadCanBeClosedEarly() throws IOException {
        String id = weft.files().upload(Upload.options(UploadSource.of("large.bin", LARGE))).id();

        try (Download download = weft.files().download(id)) {
            assertEquals(10, download.stream().readNBytes(10).length);
        }

        assertEquals("demo", weft.whoami().org().slug());
    }

    @Test
    void aFileNameCanHaveAnyCharacters() {
        String name = "a \"b\" + c%20;ü\ud83e\udde5.txt";
        String id = weft.files().upload(Upload.options(UploadSource.of(name, "x".getBytes(StandardCharsets.UTF_8)))).id();

        try (Download download = weft.files().download(id)) {
            assertEquals(weft.files().get(id).fileName(), download.fileName());
        }
    }

    private static byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        new Random(7).nextBytes(bytes);
        return bytes;
    }
}
