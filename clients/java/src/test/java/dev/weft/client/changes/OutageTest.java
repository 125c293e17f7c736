package dev.weft.client.changes;

import static dev.weft.client.changes.ChangeWorld.idsOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.CallOptions;
import dev.weft.client.NoResponseException;
import dev.weft.client.Weft;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.Fault;
import dev.weft.client.testing.FaultyProxy;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Polls and exports through an unreliable network. */
@ExtendWith(SharedService.class)
class OutageTest {
    private static final List<Fault> FAULTS = Arrays.asList(
            new Fault.CutConnection(),
            null,
            Fault.refuse(502),
            Fault.refuseBriefly(503),
            new Fault.Refuse(504, Map.of(), "<h1>Gateway timeout</h1>"),
            null,
            Fault.refuseBriefly(429),
            new Fault.SwallowAnswer(),
            new Fault.CutAnswer(200),
            null);

    private ChangeWorld world;
    private FaultyProxy proxy;
    private Weft weft;

    @BeforeEach
    void begin(WeftService service) {
        world = new ChangeWorld(service);
        proxy = new FaultyProxy(service.baseUrl());
        weft = service.builder(proxy.baseUrl()).build();
    }

    @AfterEach
    void end() {
        proxy.close();
    }

    @Test
    void aFollowingPollContinuesAfterOutages() {
        List<String> ids = world.addRecords(12);
        String name = "java-" + UUID.randomUUID();
        AtomicInteger calls = new AtomicInteger();
        proxy.judge(call -> FAULTS.get(calls.getAndIncrement() % FAULTS.size()));

        List<String> seen = new ArrayList<>();
        try (ChangePoll poll = weft.changes().poll(world.polling().consumer(name).limit(2))) {
            while (seen.size() < 12) {
                seen.add(poll.next().id());
            }
        }

        assertEquals(ids, seen);
        assertTrue(proxy.calls().size() > FAULTS.size());
        assertEquals(ids.get(10), world.weft.changes().consumers().get(name).cursor());
    }

    @Test
    void aLongRetryAfterIsWaitedForUntilThePollIsClosed() {
        proxy.judge(call -> new Fault.Refuse(503, Map.of("Retry-After", "3600"), ""));
        ChangePoll poll = weft.changes().poll(world.polling());
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(poll::hasNext);
        Eventually.until("the request is sent", () -> proxy.calls().size() == 1);

        poll.close();

        assertEquals(false, waiting.join());
        assertEquals(1, proxy.calls().size());
    }

    @Test
    void closingAPollEndsItsLongPoll() {
        ChangePoll poll = weft.changes().poll(Polling.options().after("now"));
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(poll::hasNext);
        Eventually.until("the service holds the call", () -> proxy.calls().size() == 2);

        poll.close();

        assertEquals(false, waiting.join());
    }

    @Test
    void anImmediateEmptyResponseIsFollowedByADelay() {
        long begun = System.nanoTime();
        ChangePoll poll = weft.changes().poll(world.polling().waitSeconds(0));
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(poll::hasNext);

        Eventually.until("two requests are sent", () -> proxy.calls().size() >= 2);
        poll.close();

        assertTrue(System.nanoTime() - begun > 900_000_000L);
        assertEquals(false, waiting.join());
    }

    @Test
    void withoutFollowOnlyTheUsualRetriesAreMade() {
        List<String> ids = world.addRecords(4);
        CursorStore cursor = CursorStore.inMemory();
        Polling once = world.once().limit(4);
        Polling cut = world.once().cursor(cursor).limit(2).options(CallOptions.options().withRetries(1));

        proxy.next(Fault.refuse(502), null, Fault.refuse(502));
        List<String> all = idsOf(weft.changes().poll(once));
        AtomicInteger calls = new AtomicInteger();
        proxy.judge(call -> calls.incrementAndGet() > 2 ? new Fault.SwallowAnswer() : null);

        assertEquals(ids, all);
        assertThrows(NoResponseException.class, () -> idsOf(weft.changes().poll(cut)));
        assertEquals(Optional.of(ids.get(1)), cursor.load());
    }

    @Test
    void closingAPollDuringAnOutageReportsAnUnsavedCursor() {
        List<String> ids = world.addRecords(3);
        Polling polling = world.polling()
                .consumer("java-" + UUID.randomUUID())
                .options(CallOptions.options().withRetries(0));

        assertThrows(NoResponseException.class, () -> {
            try (ChangePoll poll = weft.changes().poll(polling)) {
                for (ChangeRecord record : poll) {
                    if (record.id().equals(ids.get(1))) {
                        proxy.judge(call -> new Fault.SwallowAnswer());
                        break;
                    }
                }
            }
        });
    }

    @Test
    void anInterruptedExportContinuesAfterTheLastCompleteRecord() {
        List<String> ids = world.addRecords(20);
        AtomicInteger calls = new AtomicInteger();
        proxy.judge(call -> calls.getAndIncrement() < 5 ? new Fault.CutAnswer(2500) : null);

        List<String> seen;
        try (ChangeRecords records = weft.changes().export(ChangeExport.options().after(world.start))) {
            seen = idsOf(records);
        }

        assertEquals(ids, seen);
        assertEquals(6, proxy.count("/export"));
    }

    @Test
    void anExportFailsAfterTooManyInterruptions() {
        world.addRecords(3);
        proxy.judge(call -> new Fault.CutAnswer(10));
        CallOptions once = CallOptions.options().withRetries(1);

        try (ChangeRecords records = weft.changes().export(ChangeExport.options().options(once))) {
            assertThrows(NoResponseException.class, records::hasNext);
        }
        assertEquals(2, proxy.calls().size());
    }
}
