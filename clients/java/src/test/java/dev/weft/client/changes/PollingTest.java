package dev.weft.client.changes;

import static dev.weft.client.changes.ChangeWorld.idsOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.BadRequestException;
import dev.weft.client.NotFoundException;
import dev.weft.client.UnauthenticatedException;
import dev.weft.client.Weft;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedService.class)
class PollingTest {
    private ChangeWorld world;
    private Weft weft;

    @BeforeEach
    void begin(WeftService service) {
        world = new ChangeWorld(service);
        weft = world.weft;
    }

    @Test
    void aPollReturnsEveryConcurrentChangeInLogOrder() {
        List<String> written = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer += 1) {
            writers.add(CompletableFuture.runAsync(() -> {
                for (int round = 0; round < 8; round += 1) {
                    written.add(weft.entities().create("item", Map.of("name", "w")).get("id").asText());
                }
            }));
        }

        List<ChangeRecord> seen = new ArrayList<>();
        try (ChangePoll poll = weft.changes().poll(world.polling().limit(5))) {
            while (seen.size() < 32) {
                seen.add(poll.next());
            }
        }
        writers.forEach(CompletableFuture::join);

        List<String> entities = new ArrayList<>(seen.stream().map(ChangeRecord::entityId).toList());
        List<String> expected = new ArrayList<>(written);
        Collections.sort(entities);
        Collections.sort(expected);
        assertEquals(expected, entities);
        assertEquals(idsOf(seen).stream().sorted().toList(), idsOf(seen));
        assertEquals("create", seen.get(0).action());
        assertEquals("w", seen.get(0).propertyDiffs().get("name").newValue().asText());
    }

    @Test
    void itBeginsBehindAnyRecordByItsId() {
        List<String> ids = world.addRecords(5);

        assertEquals(ids.subList(3, 5), idsOf(weft.changes().poll(world.once().after(ids.get(2)))));
        assertEquals(ids, idsOf(weft.changes().poll(world.once().limit(2))));
    }

    @Test
    void itStartsNowAndMissesNothing() {
        CursorStore cursor = CursorStore.inMemory();
        Polling polling = Polling.options().after("now").cursor(cursor).waitSeconds(1);
        CompletableFuture<ChangeRecord> first = CompletableFuture.supplyAsync(() -> {
            try (ChangePoll poll = weft.changes().poll(polling)) {
                return poll.next();
            }
        });
        Eventually.until("the position is stored", () -> cursor.load().isPresent());

        String id = weft.entities().create("item", Map.of("name", "new")).get("id").asText();

        assertEquals(id, first.join().entityId());
    }

    @Test
    void itBeginsAtTheStoredCursorWhateverAfterSays() {
        List<String> ids = world.addRecords(4);
        CursorStore cursor = CursorStore.inMemory(ids.get(1));

        assertEquals(ids.subList(2, 4), idsOf(weft.changes().poll(world.once().cursor(cursor).after("beginning"))));
        assertEquals(Optional.of(ids.get(3)), cursor.load());
    }

    @Test
    void itKeepsItsCursorInOnePlace() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Polling.options().consumer("erp").cursor(CursorStore.inMemory()));
        assertThrows(
                IllegalArgumentException.class,
                () -> Polling.options().cursor(CursorStore.inMemory()).consumer("erp"));
    }

    @Test
    void itReturnsMatchingChangesAndTheCursorSkipsTheRest() {
        List<String> items = world.addRecords(2);
        List<String> colors = world.addRecords(2, "color");
        CursorStore cursor = CursorStore.inMemory();

        Polling byCriteria = world.once().cursor(cursor).criteria(Map.of("entityType", "item"));

        assertEquals(items, idsOf(weft.changes().poll(byCriteria)));
        assertEquals(colors, idsOf(weft.changes().poll(world.once().entityType("color"))));
        assertEquals(Optional.of(colors.get(1)), cursor.load());
    }

    @Test
    void aPageIsFinishedWhenTheNextIsRequested() {
        List<String> ids = world.addRecords(5);
        CursorStore cursor = CursorStore.inMemory();
        try (ChangePages pages = weft.changes().pages(world.once().cursor(cursor).limit(2))) {
            assertEquals(ids.subList(0, 2), idsOf(pages.next().records()));
            assertEquals(Optional.empty(), cursor.load());
            assertEquals(ids.get(3), pages.next().coveredUntil());
            assertEquals(Optional.of(ids.get(1)), cursor.load());
        }

        assertEquals(Optional.of(ids.get(1)), cursor.load());
    }

    @Test
    void aNamedConsumerContinuesWhereItStoppedAndHasALag() {
        List<String> ids = world.addRecords(3);
        String name = "java-" + UUID.randomUUID();
        try (ChangePoll poll = weft.changes().poll(world.polling().consumer(name))) {
            for (ChangeRecord record : poll) {
                if (record.id().equals(ids.get(2))) {
                    break;
                }
            }
        }

        long lag = weft.changes().consumers().get(name).lag();
        List<String> again = idsOf(weft.changes().poll(world.once().consumer(name)));

        assertEquals(1, lag);
        assertEquals(List.of(ids.get(2)), again);
        assertEquals(0, weft.changes().consumers().get(name).lag());
    }

    @Test
    void aConsumerCanBeMovedListedAndDeleted() {
        List<String> ids = world.addRecords(3);
        String name = "java-" + UUID.randomUUID();
        ChangeConsumers consumers = weft.changes().consumers();

        consumers.put(name, ids.get(1));
        boolean isListed =
                consumers.list(1000, null).results().stream().anyMatch(one -> one.name().equals(name));
        List<String> fromThere = idsOf(weft.changes().poll(world.once().consumer(name)));
        consumers.delete(name);

        assertTrue(isListed);
        assertEquals(List.of(ids.get(2)), fromThere);
        assertThrows(NotFoundException.class, () -> consumers.get(name));
    }

    @Test
    void aPollThatCannotGoOnSaysWhy(WeftService service) {
        Weft stranger = service.builder(service.baseUrl()).apiKey("wrong").build();

        assertThrows(UnauthenticatedException.class, () -> idsOf(stranger.changes().poll(Polling.options())));
        assertThrows(
                BadRequestException.class,
                () -> idsOf(weft.changes().poll(Polling.options().after("yesterday"))));
    }
}
