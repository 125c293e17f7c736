package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.changes.ChangeExport;
import dev.weft.client.changes.ChangeRecord;
import dev.weft.client.changes.ChangeRecords;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.ReadmeProgram;
import dev.weft.client.testing.WeftService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restart of the service, with a program that follows and a program that writes. */
class RestartTest {
    private static final int ITEMS = 400;
    /** Those before the service is asked to stop; the others are written during and after. */
    private static final int HELD = 20;

    @TempDir
    Path folder;

    @Test
    void thePollingProgramOfTheReadmeSurvivesARestartWithoutLossOrRepeat() throws Exception {
        ReadmeProgram follow = ReadmeProgram.compile("FollowItems");
        try (WeftService service = WeftService.start()) {
            Process follower = follow.start(service, folder.resolve("cursor").toString());
            List<String> seen = new CopyOnWriteArrayList<>();
            Thread reader = new Thread(() -> readLines(follower, seen));
            reader.setDaemon(true);
            reader.start();
            CountDownLatch stopping = new CountDownLatch(1);
            CompletableFuture<Integer> writer = CompletableFuture.supplyAsync(() -> write(service, stopping));
            Eventually.until("both are running", () -> seen.size() >= HELD);

            stopping.countDown();
            service.stop();
            service.startAgain();
            int retries = writer.join();
            Eventually.until("all changes are followed", () -> seen.size() >= ITEMS);

            List<String> expected = exported(service);
            follower.destroyForcibly().waitFor();
            assertTrue(retries > 0, "The service was not missed.");
            assertEquals(ITEMS, expected.size());
            assertEquals(expected, List.copyOf(seen));
        }
    }

    /** Each item once, through any errors: the key applies across calls. Returns the number of retries. */
    private static int write(WeftService service, CountDownLatch stopping) {
        AtomicInteger retries = new AtomicInteger();
        Weft weft = service.builder(service.baseUrl()).onRetry(event -> retries.incrementAndGet()).build();
        for (int number = 0; number < ITEMS; ) {
            if (number == HELD) {
                awaitQuietly(stopping);
            }
            Writing once = Writing.options().options(CallOptions.options().withIdempotencyKey("item-" + number));
            try {
                weft.entities().create("item", Map.of("name", "Item " + number), once);
                number += 1;
            } catch (ServerException | NoResponseException away) {
                retries.incrementAndGet();
            }
        }
        return retries.get();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    private static void readLines(Process process, List<String> lines) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException ended) {
            // The process was killed.
        }
    }

    private static List<String> exported(WeftService service) {
        List<String> lines = new ArrayList<>();
        try (ChangeRecords records = service.weft().changes().export(ChangeExport.options().entityType("item"))) {
            for (ChangeRecord record : records) {
                lines.add(record.id() + " " + record.action() + " " + record.entityId());
            }
        }
        return lines;
    }
}
