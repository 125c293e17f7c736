package dev.weft.client.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.BadRequestException;
import dev.weft.client.CallOptions;
import dev.weft.client.Listing;
import dev.weft.client.NotFoundException;
import dev.weft.client.ServerException;
import dev.weft.client.Weft;
import dev.weft.client.files.Download;
import dev.weft.client.files.UploadProgress;
import dev.weft.client.files.UploadSource;
import dev.weft.client.testing.Fault;
import dev.weft.client.testing.FaultyProxy;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SharedService.class)
class LoaderTest {
    private static final Map<String, Object> CONFIG = Map.of(
            "loadType", List.of("ITEM"),
            "federatedMappings", Map.of("itemFamilyFederatedId", "Style", "name", "Style Name"));

    private Weft weft;
    private String mark;

    @BeforeEach
    void begin(WeftService service) {
        weft = service.weft();
        mark = UUID.randomUUID().toString().substring(0, 8);
    }

    @Test
    void aFileIsUploadedLoadedAndFollowed(@TempDir Path folder) throws IOException {
        Path csv = Files.writeString(folder.resolve("styles.csv"), csvOf(30));
        List<UploadProgress> uploads = new ArrayList<>();
        List<LoaderProcess> states = new ArrayList<>();

        LoaderProcess load = weft.loader().run(
                LoadStart.options(CONFIG).file(csv).onUpload(uploads::add), Following.options().onProgress(states::add));

        assertEquals("completed", load.status(), () -> load.issues() + "");
        assertEquals(30, load.counts().get("item").created());
        assertEquals("NONE", load.failureArea());
        assertEquals(100, load.progress().percent());
        assertEquals(2, uploads.size());
        assertEquals(load.id(), states.get(0).id());
        assertEquals(load.version(), states.get(states.size() - 1).version());
        assertEquals("ITEM", load.json().at("/loadType/0").asText());
        assertEquals("Style 7", weft.entities().getByFederatedId("item", mark + "-7").get("name").asText());
        assertTrue(weft.loader().list(Listing.options().orderByDescending("createdOn").limit(5)).results().stream()
                .anyMatch(one -> one.id().equals(load.id())));
    }

    @Test
    void aFailedLoadReturnsItsIssues() {
        String csv = "Style,Style Name\n" + mark + ",Parka\n,Vest\n";

        LoaderProcess load = weft.loader().run(LoadStart.options(CONFIG).file(UploadSource.of("bad.csv", csv)));

        assertEquals("failed", load.status());
        assertEquals("VALIDATING_DATA", load.failureArea());
        assertTrue(load.issues().stream()
                .anyMatch(issue -> Objects.equals(3, issue.rowNumber()) && issue.severity().equals("error")));
        try (Download issues = weft.loader().issues(load.id()).orElseThrow()) {
            assertTrue(issues.text().contains("Vest"));
        }
    }

    @Test
    void aDryRunWritesNothingAndShowsSamples() {
        LoadStart start = LoadStart.options(CONFIG).file(UploadSource.of("dry.csv", csvOf(2)));

        LoaderProcess dry = weft.loader().run(start.dryRun());
        LoaderProcess sample = weft.loader().start(start.dryRun().sampleRows(1));

        assertEquals(2, dry.counts().get("item").created());
        assertFalse(dry.planFileId().isEmpty());
        assertFalse(sample.json().get("samples").isEmpty());
        assertThrows(
                NotFoundException.class,
                () -> weft.entities().getByFederatedId("item", mark + "-0"));
    }

    @Test
    void aLoadCanBeUndone() {
        LoaderProcess load = weft.loader().run(LoadStart.options(CONFIG).file(UploadSource.of("undo.csv", csvOf(3))));

        weft.loader().undo(load.id());
        LoaderProcess undone = weft.loader().follow(load.id(), Following.options());

        assertEquals("completed", undone.undo().status());
        assertEquals(3, undone.undo().reverted());
    }

    @Test
    void anInvalidConfigurationIsRejected() {
        assertThrows(
                BadRequestException.class,
                () -> weft.loader().start(LoadStart.options(Map.of("loadTyp", List.of("ITEM")))));
    }

    @Test
    void aLoadIsFollowedThroughAnOutage(WeftService service) {
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft far = service.builder(proxy.baseUrl()).retries(0).build();
            AtomicInteger looks = new AtomicInteger();
            proxy.judge(call -> call.path().startsWith("/loader-processes/") && looks.getAndIncrement() < 3
                    ? Fault.refuse(502)
                    : null);

            LoaderProcess load = far.loader().run(LoadStart.options(CONFIG).file(UploadSource.of("far.csv", csvOf(3))));

            assertEquals("completed", load.status());
            assertTrue(looks.get() > 3);
        }
    }

    @Test
    void aServiceThatIsAwayForTooLongIsNotFollowed(WeftService service) {
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft far = service.builder(proxy.baseUrl()).build();
            proxy.judge(call -> call.path().startsWith("/loader-processes/") ? Fault.refuse(502) : null);
            Following briefly = Following.options()
                    .outageMax(Duration.ofMillis(300))
                    .options(CallOptions.options().withRetries(0));

            assertThrows(
                    ServerException.class,
                    () -> far.loader().run(LoadStart.options(CONFIG).file(UploadSource.of("far.csv", csvOf(3))), briefly));
        }
    }

    private String csvOf(int count) {
        StringBuilder csv = new StringBuilder("Style,Style Name\n");
        for (int number = 0; number < count; number += 1) {
            csv.append(mark).append('-').append(number).append(",Style ").append(number).append('\n');
        }
        return csv.toString();
    }
}
