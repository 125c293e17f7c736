package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.Fault;
import dev.weft.client.testing.FaultyProxy;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls through an unreliable network. */
@ExtendWith(SharedService.class)
class RetryTest {
    private static final OperationInput NOTHING = OperationInput.options();

    private WeftService service;
    private FaultyProxy proxy;
    private Weft weft;
    private String mark;

    @BeforeEach
    void begin(WeftService shared) {
        service = shared;
        proxy = new FaultyProxy(service.baseUrl());
        weft = service.builder(proxy.baseUrl()).build();
        mark = UUID.randomUUID().toString();
    }

    @AfterEach
    void end() {
        proxy.close();
    }

    @Test
    void rejectionsAndLostConnectionsAreRetried() {
        proxy.next(
                Fault.refuseBriefly(429),
                new Fault.Refuse(503, Map.of("Retry-After", "Thu, 01 Jan 1970 00:00:00 GMT"), ""),
                new Fault.CutAnswer(20),
                Fault.refuse(502));

        assertEquals("demo", weft.whoami().org().slug());
        assertEquals(5, proxy.calls().size());
    }

    @Test
    void theFifthFailureIsTheLast() {
        proxy.judge(call -> Fault.refuseBriefly(503));

        ServerException error = assertThrows(ServerException.class, weft::whoami);

        assertEquals("foreign-answer", error.code());
        assertEquals(5, proxy.calls().size());
    }

    @Test
    void retriesCanBeSetForASessionAndForACall() {
        Weft impatient = service.builder(proxy.baseUrl()).retries(0).build();
        proxy.judge(call -> Fault.refuseBriefly(429));

        assertThrows(RateLimitedException.class, impatient::whoami);
        assertEquals(1, proxy.calls().size());
        OperationInput twice = NOTHING.options(CallOptions.options().withRetries(2));
        assertThrows(RateLimitedException.class, () -> impatient.call("whoami", twice));
        assertEquals(4, proxy.calls().size());
    }

    @Test
    void aCreateIsRetriedAfterALostResponseAndAppliedOnce() {
        proxy.next(new Fault.SwallowAnswer());

        JsonNode item = weft.entities().create("item", Map.of("name", mark));

        assertEquals(List.of(item.get("id").asText()), idsNamed("item", mark));
        List<String> keys = proxy.calls().stream()
                .filter(call -> call.method().equals("POST"))
                .map(call -> call.header("idempotency-key"))
                .toList();
        assertEquals(2, keys.size());
        assertTrue(keys.get(0).matches("[0-9a-f]{32}"));
        assertEquals(keys.get(0), keys.get(1));
    }

    @Test
    void anIdempotencyKeyOfTheCallerAppliesToSeveralCalls() {
        Writing once = Writing.options().options(CallOptions.options().withIdempotencyKey("own-" + mark));

        JsonNode first = weft.entities().create("item", Map.of("name", mark), once);
        JsonNode second = weft.entities().create("item", Map.of("name", mark), once);

        assertEquals(first.get("id"), second.get("id"));
    }

    @Test
    void aPostWithoutAKeyIsNotRetriedAfterALostResponse() {
        proxy.next(new Fault.SwallowAnswer());

        NoResponseException error = assertThrows(
                NoResponseException.class, () -> weft.entities().create("app", Map.of("name", mark)));

        assertEquals("unreachable", error.code());
        assertEquals(1, proxy.calls().size());
        assertEquals(1, idsNamed("app", mark).size());
    }

    @Test
    void anUpdateWithIfMatchIsNotRetriedAfterALostResponse() {
        String id = weft.entities().create("item", Map.of("name", mark)).get("id").asText();
        proxy.next(new Fault.SwallowAnswer(), new Fault.SwallowAnswer());

        assertThrows(
                NoResponseException.class,
                () -> weft.entities().update("item", id, Map.of("price", 1), Writing.options().ifMatch(1)));
        JsonNode any = weft.entities().update("item", id, Map.of("price", 2));

        assertEquals(2, any.get("price").asInt());
    }

    @Test
    void anUnreachableServiceIsReportedWithItsAddress() {
        // A port that was free before may be in use by now; this one never is.
        String nowhere = "http://127.0.0.1:1/api";
        Weft lost = service.builder(nowhere).retries(0).build();

        NoResponseException error = assertThrows(NoResponseException.class, lost::whoami);

        assertEquals(0, error.status());
        assertEquals("", error.requestId());
        assertTrue(error.getMessage().startsWith(nowhere + " cannot be reached ("), error.getMessage());
        assertInstanceOf(IOException.class, error.getCause());
        assertEquals(RetryTest.class.getName(), ownFrame(error));
    }

    /** The stack trace shows the caller. */
    private static String ownFrame(Throwable error) {
        return List.of(error.getStackTrace()).stream()
                .map(StackTraceElement::getClassName)
                .filter(name -> name.equals(RetryTest.class.getName()))
                .findFirst()
                .orElse("nobody");
    }

    @Test
    void aSlowResponseTimesOutAlsoInItsBody() {
        proxy.judge(call -> new Fault.Silence(10));
        CallOptions brief = CallOptions.options().withTimeout(Duration.ofMillis(200)).withRetries(1);

        NoResponseException error =
                assertThrows(NoResponseException.class, () -> weft.call("whoami", NOTHING.options(brief)));

        assertEquals("timed-out", error.code());
        assertEquals(2, proxy.calls().size());
    }

    @Test
    void aStalledStreamTimesOut() throws IOException {
        String name = mark.repeat(20);
        String id = weft.entities().create("item", Map.of("name", name)).get("id").asText();
        proxy.judge(call -> new Fault.Silence(100));
        CallOptions brief = CallOptions.options().withTimeout(Duration.ofMillis(200));

        try (RawAnswer answer = weft.send(RawRequest.of("GET", "/items/" + id), brief)) {
            assertEquals(100, answer.body().readNBytes(100).length);
            assertThrows(IOException.class, () -> answer.body().read());
        }
    }

    @Test
    void redirectsAreNotFollowedWithCredentials() {
        try (FaultyProxy elsewhere = new FaultyProxy(service.baseUrl())) {
            String target = elsewhere.baseUrl() + "/whoami";
            proxy.judge(call -> new Fault.Refuse(307, Map.of("Location", target), ""));

            ApiException error = assertThrows(ApiException.class, weft::whoami);

            assertEquals(307, error.status());
            assertTrue(error.getMessage().contains("redirects elsewhere (" + target + ")"));
            assertEquals(0, elsewhere.calls().size());
        }
    }

    @ParameterizedTest
    @CsvSource({"200, <html>Welcome</html>", "404, <html>Not here</html>", "404, []", "500, {\"status\": 500}"})
    void whatDidNotComeFromTheServiceIsToldToBeSomebodyElses(int status, String body) {
        proxy.judge(call -> new Fault.Refuse(status, Map.of(), body));

        ApiException error = assertThrows(ApiException.class, weft::whoami);

        assertEquals(status, error.status());
        assertEquals("foreign-answer", error.code());
        assertTrue(error.getMessage().contains("ends in /api"));
    }

    @Test
    void anInterruptEndsAWaitingCallAndKeepsTheFlag() throws InterruptedException {
        proxy.judge(call -> new Fault.Silence(0));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread waiting = new Thread(() -> {
            try {
                weft.whoami();
            } catch (RuntimeException error) {
                thrown.set(error);
                flag.set(Thread.currentThread().isInterrupted());
            }
        });
        waiting.start();
        Eventually.until("the call is made", () -> proxy.calls().size() == 1);

        waiting.interrupt();
        waiting.join(10_000);

        assertInstanceOf(InterruptedCallException.class, thrown.get());
        assertEquals(true, flag.get());
        assertEquals(1, proxy.calls().size());
    }

    @Test
    void anInterruptEndsTheRetryDelay() throws InterruptedException {
        proxy.judge(call -> new Fault.Refuse(503, Map.of("Retry-After", "60"), ""));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiting = new Thread(() -> {
            try {
                weft.whoami();
            } catch (RuntimeException error) {
                thrown.set(error);
            }
        });
        waiting.start();
        Eventually.until("the first attempt is made", () -> proxy.calls().size() == 1);

        waiting.interrupt();
        waiting.join(10_000);

        assertInstanceOf(InterruptedCallException.class, thrown.get());
        assertEquals(1, proxy.calls().size());
    }

    @Test
    void anInterruptedThreadMakesNoCall() {
        Thread.currentThread().interrupt();

        assertThrows(InterruptedCallException.class, weft::whoami);

        assertTrue(Thread.interrupted());
        assertEquals(0, proxy.calls().size());
    }

    @Test
    void cancelEndsACallWithItsDelayAndRetries() {
        proxy.judge(call -> new Fault.Refuse(503, Map.of("Retry-After", "1"), ""));
        CompletableFuture<Whoami> future = weft.async().whoami();
        Eventually.until("the first attempt is made", () -> proxy.calls().size() == 1);

        assertTrue(future.cancel(true));
        proxy.judge(call -> null);
        weft.whoami();

        assertThrows(CancellationException.class, future::join);
        assertFalse(proxy.calls().size() > 2);
    }

    @Test
    void aCanceledCallClosesItsConnection() {
        proxy.judge(call -> new Fault.Hold());
        CompletableFuture<Whoami> canceled = weft.async().whoami();
        Eventually.until("the call is made", () -> proxy.calls().size() == 1);

        canceled.cancel(true);
        Eventually.until("the canceled call has hung up", () -> proxy.hungUp() == 1);
        CallOptions brief = CallOptions.options().withTimeout(Duration.ofSeconds(1)).withRetries(0);
        assertThrows(NoResponseException.class, () -> weft.call("whoami", NOTHING.options(brief)));

        Eventually.until("the late call has hung up", () -> proxy.hungUp() == 2);
    }

    private List<String> idsNamed(String entityName, String name) {
        Listing listing = Listing.options().criteria(Map.of("name", name));
        return weft.entities().stream(entityName, listing).map(entity -> entity.get("id").asText()).toList();
    }
}
