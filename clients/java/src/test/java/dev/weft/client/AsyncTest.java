package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.changes.ChangeExport;
import dev.weft.client.changes.ChangeRecord;
import dev.weft.client.changes.ChangeSearch;
import dev.weft.client.changes.Polling;
import dev.weft.client.files.Download;
import dev.weft.client.files.Upload;
import dev.weft.client.files.UploadSource;
import dev.weft.client.loader.Following;
import dev.weft.client.loader.LoadStart;
import dev.weft.client.loader.LoaderProcess;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The asynchronous session, and sessions shared by threads. */
@ExtendWith(SharedService.class)
class AsyncTest {
    private Weft weft;
    private AsyncWeft async;
    private String mark;

    @BeforeEach
    void begin(WeftService service) {
        weft = service.weft();
        async = weft.async();
        mark = UUID.randomUUID().toString().substring(0, 8);
    }

    @Test
    void entitiesHaveTheSameVerbs() {
        AsyncEntities<Map<String, Object>> entities = async.entities().asMaps();

        String id = entities.create("item", Map.of("name", mark), Writing.options())
                .thenApply(item -> String.valueOf(item.get("id")))
                .join();
        entities.update("item", id, Map.of("price", 2), Writing.options()).join();
        entities.upsert("item", "async-" + mark, Map.of("name", mark + " 2"), Writing.options()).join();
        List<Object> names = new CopyOnWriteArrayList<>();
        Listing mine = Listing.options().criteria(Map.of("name", Map.of("startsWith", mark))).limit(1);
        entities.all("item", mine, item -> names.add(item.get("name"))).join();
        List<BatchResult<Map<String, Object>>> deleted = entities
                .batch("item", List.of(BatchOperation.delete(id)), Batching.options())
                .join();

        assertEquals(List.of(mark, mark + " 2"), names.stream().sorted().toList());
        assertEquals(1, deleted.size());
        assertEquals(
                mark + " 2",
                entities.getByFederatedId("item", "async-" + mark, Reading.options()).join().get("name"));
        assertEquals("demo", async.whoami().join().org().slug());
    }

    @Test
    void anErrorResponseIsTheCauseOfTheFailure() {
        CompletionException error = assertThrows(
                CompletionException.class, () -> async.entities().get("item", "AAAAAAAAAAAAAAAA").join());

        assertInstanceOf(NotFoundException.class, error.getCause());
    }

    @Test
    void changesArePassedToAConsumerUntilTheFutureIsCanceled() {
        String start = async.changes().list(ChangeSearch.options().limit(1)).join().coveredUntil();
        String name = "java-" + mark;
        List<ChangeRecord> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> poll =
                async.changes().poll(Polling.options().after(start).consumer(name), seen::add);
        weft.entities().create("item", Map.of("name", mark));
        Eventually.until("it is seen", () -> seen.size() == 1);

        poll.cancel(true);

        assertThrows(CancellationException.class, poll::join);
        Eventually.until("finished records are stored", () -> isStored(name, seen.get(0).id()));
        List<ChangeRecord> exported = new CopyOnWriteArrayList<>();
        async.changes().export(ChangeExport.options().after(start), exported::add).join();
        assertEquals(seen, exported);
    }

    private boolean isStored(String name, String cursor) {
        try {
            return async.changes().consumers().get(name).join().cursor().equals(cursor);
        } catch (CompletionException error) {
            return false;
        }
    }

    @Test
    void filesGoUpAndDown(@TempDir Path folder) throws IOException {
        Upload upload = Upload.options(UploadSource.of("async.txt", mark));

        String id = async.files().upload(upload).join().id();
        async.files().downloadTo(id, folder.resolve("copy.txt")).join();
        String text = async.files().download(id).thenApply(Download::text).join();
        async.files().delete(id).join();

        assertEquals(mark, Files.readString(folder.resolve("copy.txt")));
        assertEquals(mark, text);
    }

    @Test
    void aLoadIsRunAndFollowed() {
        Map<String, Object> config = Map.of(
                "loadType", List.of("ITEM"),
                "federatedMappings", Map.of("itemFamilyFederatedId", "Style", "name", "Style"));
        List<String> states = new CopyOnWriteArrayList<>();

        LoaderProcess load = async.loader()
                .run(
                        LoadStart.options(config).file(UploadSource.of("a.csv", "Style\n" + mark + "\n")),
                        Following.options().onProgress(state -> states.add(state.status())))
                .join();

        assertEquals("completed", load.status());
        assertEquals("completed", states.get(states.size() - 1));
        assertEquals(load.id(), async.loader().get(load.id()).join().id());
    }

    @Test
    void anyOperationCanBeCalled() {
        JsonNode org = async.call("get-org", OperationInput.options()).join();
        int status = async.send(RawRequest.of("GET", "/org"), CallOptions.options())
                .thenApply(answer -> {
                    try (answer) {
                        return answer.status();
                    }
                })
                .join();

        assertEquals("demo", org.get("slug").asText());
        assertEquals(200, status);
    }

    @Test
    void aSessionCanBeSharedByManyThreads(WeftService service) {
        Weft user = Weft.builder()
                .password(service.credential("email"), service.credential("password"))
                .orgSlug("demo")
                .baseUrl(service.baseUrl())
                .build();
        Set<String> ids = ConcurrentHashMap.newKeySet();
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < 8; writer += 1) {
            writers.add(CompletableFuture.runAsync(() -> {
                for (int round = 0; round < 10; round += 1) {
                    ids.add(user.entities().create("item", Map.of("name", mark)).get("id").asText());
                }
            }));
        }
        List<CompletableFuture<JsonNode>> futures = new ArrayList<>();
        for (int call = 0; call < 40; call += 1) {
            futures.add(user.async().entities().create("item", Map.of("name", mark), Writing.options()));
        }

        writers.forEach(CompletableFuture::join);
        futures.forEach(future -> ids.add(future.join().get("id").asText()));

        Listing mine = Listing.options().criteria(Map.of("name", mark)).includeTotal().limit(1);
        assertEquals(120, ids.size());
        assertEquals(120, weft.entities().list("item", mine).total().orElseThrow());
        assertTrue(user.toString().startsWith("Weft[http://127.0.0.1"));
    }
}
