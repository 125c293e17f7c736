package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.Fault;
import dev.weft.client.testing.FaultyProxy;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many calls at a time, deadlines, and outages of seconds. */
@ExtendWith(SharedService.class)
class PacingTest {
    private static final OperationInput NO_INPUT = OperationInput.options();
    private static final Fault LATER = new Fault.Refuse(503, Map.of("Retry-After", "60"), "");

    @Test
    void parallelCallsArePacedByTheRateLimit(WeftService service) {
        int calls = 200;
        List<RetryEvent> retries = new CopyOnWriteArrayList<>();
        Weft limited = Weft.builder()
                .apiKey(newKey(service.weft(), 25))
                .orgSlug("demo")
                .baseUrl(service.baseUrl())
                .onRetry(retries::add)
                .build();

        List<CompletableFuture<JsonNode>> futures = new ArrayList<>();
        for (int number = 0; number < calls; number += 1) {
            futures.add(limited.async().call("get-org", NO_INPUT));
        }
        CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).join();

        // The calls that are under way when the limit is reached may be rejected: 32 at a time, now and then twice.
        assertTrue(retries.size() <= 64, retries.size() + " calls were rejected.");
    }

    @Test
    void noMoreCallsThanTheMaximumAreMadeAtATime(WeftService service) {
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft weft = service.builder(proxy.baseUrl()).maxConcurrency(2).retries(0).build();
            proxy.judge(call -> new Fault.Hold());
            List<CompletableFuture<Whoami>> futures = new ArrayList<>();
            for (int number = 0; number < 5; number += 1) {
                futures.add(weft.async().whoami());
            }
            Eventually.until("two calls are made", () -> proxy.calls().size() == 2);

            futures.get(3).cancel(true);
            proxy.judge(call -> null);
            futures.get(0).cancel(true);
            futures.get(1).cancel(true);

            assertEquals("demo", futures.get(2).join().org().slug());
            assertEquals("demo", futures.get(4).join().org().slug());
            assertEquals(4, proxy.calls().size());
        }
    }

    @Test
    void aCallThatWaitsForItsTurnFailsAtItsDeadline(WeftService service) {
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft weft = service.builder(proxy.baseUrl()).maxConcurrency(1).build();
            proxy.judge(call -> new Fault.Hold());
            CompletableFuture<Whoami> holder = weft.async().whoami();
            Eventually.until("the place is taken", () -> proxy.calls().size() == 1);

            NoResponseException error = assertThrows(
                    NoResponseException.class,
                    () -> weft.call("get-org", NO_INPUT.options(deadline(Duration.ofMillis(100)))));
            holder.cancel(true);
            proxy.judge(call -> null);

            assertEquals("timed-out", error.code());
            assertTrue(error.getMessage().contains("waited for its turn"), error.getMessage());
            assertEquals("demo", weft.whoami().org().slug());
        }
    }

    @Test
    void aRetryAfterBeyondTheDeadlineFailsAtOnce(WeftService service) {
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft weft = service.builder(proxy.baseUrl()).deadline(Duration.ofSeconds(30)).build();
            proxy.judge(call -> LATER);

            assertThrows(ServerException.class, weft::whoami);

            assertEquals(1, proxy.calls().size());
        }
    }

    @Test
    void theDeadlineEndsAnAttemptBeforeItsTimeout(WeftService service) {
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft weft = service.builder(proxy.baseUrl()).timeout(Duration.ZERO).build();
            proxy.judge(call -> new Fault.Hold());

            NoResponseException error = assertThrows(
                    NoResponseException.class,
                    () -> weft.call("whoami", NO_INPUT.options(deadline(Duration.ofMillis(200)))));

            assertTrue(error.getMessage().contains("within the deadline of 200 ms"), error.getMessage());
            assertEquals(1, proxy.calls().size());
        }
    }

    @Test
    void aListenerSeesEachRetryAndCannotBreakTheCall(WeftService service) {
        List<RetryEvent> events = new CopyOnWriteArrayList<>();
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft weft = service.builder(proxy.baseUrl()).onRetry(event -> {
                events.add(event);
                throw new IllegalStateException("The listener fails.");
            }).build();
            proxy.next(Fault.refuseBriefly(429), Fault.refuseBriefly(503));

            weft.whoami();
        }

        assertEquals(List.of(1, 2), events.stream().map(RetryEvent::retry).toList());
        assertEquals(List.of(429, 503), events.stream().map(event -> event.error().status()).toList());
        assertEquals("GET /whoami", events.get(0).method() + " " + events.get(0).path());
        assertEquals(Duration.ZERO, events.get(0).delay());
    }

    @Test
    void refusedConnectionsAreRetriedUntilTheServiceIsBack(WeftService service) throws IOException {
        int port = freePort();
        AtomicInteger refusals = new AtomicInteger();
        AtomicReference<FaultyProxy> started = new AtomicReference<>();
        Weft weft = service.builder("http://127.0.0.1:" + port + "/api").retries(1).onRetry(event -> {
            if (refusals.incrementAndGet() == 6) {
                started.set(new FaultyProxy(service.baseUrl(), port));
            }
        }).build();

        // A POST without an idempotency key: it was not sent, so it can be repeated.
        JsonNode app = weft.entities().create("app", Map.of("name", UUID.randomUUID().toString()));

        assertTrue(app.hasNonNull("id"));
        assertEquals(6, refusals.get());
        started.get().close();
    }

    private static CallOptions deadline(Duration limit) {
        return CallOptions.options().withDeadline(limit);
    }

    private static String newKey(Weft weft, int ratePerSecond) {
        String appId = weft.entities().create("app", Map.of("name", UUID.randomUUID().toString())).get("id").asText();
        Map<String, Object> draft = Map.of("appId", appId, "preset", "admin", "ratePerSecond", ratePerSecond);
        return weft.call("create-api-key", NO_INPUT.body(draft)).get("apiKey").asText();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
