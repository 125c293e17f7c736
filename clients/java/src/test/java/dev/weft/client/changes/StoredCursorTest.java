package dev.weft.client.changes;

import static dev.weft.client.changes.ChangeWorld.idsOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.client.InterruptedCallException;
import dev.weft.client.Weft;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SharedService.class)
class StoredCursorTest {
    private ChangeWorld world;
    private Weft weft;

    @BeforeEach
    void begin(WeftService service) {
        world = new ChangeWorld(service);
        weft = world.weft;
    }

    @Test
    void theCursorIsThatOfTheFinishedPageWhileTheNextIsWorkedOn() {
        List<String> ids = world.addRecords(5);
        CursorStore cursor = CursorStore.inMemory();
        List<String> stored = new ArrayList<>();

        weft.changes()
                .poll(world.once().cursor(cursor).limit(2))
                .forEachRemaining(record -> stored.add(cursor.load().orElse("none")));

        assertEquals(List.of("none", "none", ids.get(1), ids.get(1), ids.get(3)), stored);
        assertEquals(Optional.of(ids.get(4)), cursor.load());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void whenABreakLeavesARecordUnfinishedTheCursorIsThatOfTheOneBefore(int at) {
        List<String> ids = world.addRecords(5);
        CursorStore cursor = CursorStore.inMemory();

        try (ChangePoll poll = weft.changes().poll(world.polling().cursor(cursor).limit(3))) {
            for (ChangeRecord record : poll) {
                if (record.id().equals(ids.get(at))) {
                    break;
                }
            }
        }

        assertEquals(at == 0 ? Optional.empty() : Optional.of(ids.get(at - 1)), cursor.load());
        assertEquals(ids.subList(at, 5), idsOf(weft.changes().poll(world.once().cursor(cursor))));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void whenTheBodyThrowsTheCursorIsThatOfTheRecordBefore(int at) {
        List<String> ids = world.addRecords(5);
        CursorStore cursor = CursorStore.inMemory();

        IllegalStateException error = assertThrows(IllegalStateException.class, () -> {
            try (ChangePoll poll = weft.changes().poll(world.polling().cursor(cursor).limit(3))) {
                poll.forEachRemaining(record -> {
                    if (record.id().equals(ids.get(at))) {
                        throw new IllegalStateException("The ERP is closed.");
                    }
                });
            }
        });

        assertEquals("The ERP is closed.", error.getMessage());
        assertEquals(at == 0 ? Optional.empty() : Optional.of(ids.get(at - 1)), cursor.load());
    }

    @Test
    void theCursorIsSavedOnceAPageAndNeverGoesBack() {
        List<String> ids = world.addRecords(6);
        List<String> saves = new ArrayList<>();

        idsOf(weft.changes().poll(world.once().cursor(storeAt(ids.get(1), saves)).limit(2)));
        idsOf(weft.changes().poll(world.once().cursor(storeAt(ids.get(5), saves))));

        assertEquals(List.of(ids.get(3), ids.get(5)), saves);
    }

    private static CursorStore storeAt(String start, List<String> saves) {
        return new CursorStore() {
            @Override
            public Optional<String> load() {
                return Optional.of(start);
            }

            @Override
            public void save(String cursor) {
                saves.add(cursor);
            }
        };
    }

    @Test
    void aCursorThatCannotBeSavedEndsThePoll() {
        world.addRecords(2);
        CursorStore full = new CursorStore() {
            @Override
            public Optional<String> load() {
                return Optional.empty();
            }

            @Override
            public void save(String cursor) {
                throw new IllegalStateException("The disk is full.");
            }
        };

        assertThrows(IllegalStateException.class, () -> idsOf(weft.changes().poll(world.polling().cursor(full))));
    }

    @Test
    void anotherThreadCanEndThePollAndWhatIsFinishedIsStored() {
        List<String> ids = world.addRecords(2);
        CursorStore cursor = CursorStore.inMemory();
        List<String> seen = new CopyOnWriteArrayList<>();
        ChangePoll poll = weft.changes().poll(world.polling().cursor(cursor));
        CompletableFuture<Void> loop =
                CompletableFuture.runAsync(() -> poll.forEachRemaining(record -> seen.add(record.id())));
        Eventually.until("the records were seen", () -> seen.size() == 2);

        poll.close();
        loop.join();

        assertEquals(Optional.of(ids.get(1)), cursor.load());
    }

    @Test
    void anInterruptEndsThePollAndFinishedPagesAreStored() throws InterruptedException {
        List<String> ids = world.addRecords(3);
        String name = "java-" + UUID.randomUUID();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread loop = new Thread(() -> {
            try (ChangePoll poll = weft.changes().poll(world.polling().consumer(name))) {
                for (ChangeRecord record : poll) {
                    if (record.id().equals(ids.get(1))) {
                        Thread.currentThread().interrupt();
                    }
                    if (record.id().equals(ids.get(2))) {
                        weft.whoami();
                    }
                }
            } catch (RuntimeException error) {
                thrown.set(error);
                flag.set(Thread.currentThread().isInterrupted());
            }
        });

        loop.start();
        loop.join(30_000);

        assertEquals(InterruptedCallException.class, thrown.get().getClass());
        assertEquals(true, flag.get());
        assertEquals(ids.get(1), weft.changes().consumers().get(name).cursor());
    }
}
