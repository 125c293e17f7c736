package dev.weft.client.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.ConflictException;
import dev.weft.client.OperationInput;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.Fault;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkerLeaseTest extends WorkerWorld {
    /** Signals its start, and returns when the test releases it or it is interrupted. */
    private static final class Gate implements TaskHandler {
        private final CountDownLatch opened = new CountDownLatch(1);
        private final List<TaskContext> runs = new CopyOnWriteArrayList<>();
        private final List<Thread> interrupted = new CopyOnWriteArrayList<>();

        @Override
        public Object handle(EventWorkflowTask task, TaskContext context) {
            runs.add(context);
            try {
                opened.await();
            } catch (InterruptedException error) {
                interrupted.add(Thread.currentThread());
            }
            return Map.of("by", "this one");
        }
    }

    @Test
    void aLeaseIsExtendedWhileTheHandlerRuns() {
        String id = world.buildTask();
        Gate gate = new Gate();
        start(gate, world.options().leaseSeconds(3));
        Eventually.until("it has started", () -> gate.runs.size() == 1);
        AtomicInteger others = new AtomicInteger();
        workers.add(world.weft.worker("external", (task, context) -> others.incrementAndGet(), world.options()));

        Eventually.until("the lease was renewed often", () -> countRenewals() >= 5);
        gate.opened.countDown();

        assertEquals("this one", world.taskIn(id, "completed").output().get("by").asText());
        assertEquals(0, others.get());
        assertFalse(gate.runs.get(0).isAborted());
    }

    private long countRenewals() {
        return proxy.calls().stream().filter(call -> call.path().endsWith("/claim")).count();
    }

    @Test
    void aTaskOfADeadWorkerIsClaimedByAnother() {
        String id = world.buildTask();
        Gate gate = new Gate();
        start(gate, world.options().leaseSeconds(1));
        Eventually.until("it has started", () -> gate.runs.size() == 1);

        proxy.judge(call -> new Fault.CutConnection());
        workers.add(world.weft.worker("external", (task, context) -> Map.of("by", "another"), world.options()));
        EventWorkflowTask ended = world.taskIn(id, "completed");
        proxy.judge(call -> null);

        Eventually.until("its owner is notified", () -> errors.size() == 1);
        assertEquals("another", ended.output().get("by").asText());
        assertTrue(gate.runs.get(0).isAborted());
        assertEquals(1, gate.interrupted.size());
        assertEquals("another", world.weft.tasks().get(id).output().get("by").asText());
    }

    @Test
    void aHandlerIsInterruptedWhenItsProcessIsCanceledAndItsResultIsNotSent() {
        String id = world.buildTask();
        Gate gate = new Gate();
        start(gate, world.options().leaseSeconds(1));
        Eventually.until("it has started", () -> gate.runs.size() == 1);

        String processId = world.weft.tasks().get(id).processId();
        world.weft.call("cancel-event-workflow-process", OperationInput.options().param("id", processId));

        Eventually.until("the worker claims other tasks", () -> proxy.count("/claims") == 2);
        assertTrue(gate.runs.get(0).isAborted());
        assertEquals(0, proxy.count("/external-events/callback"));
        assertEquals("canceled", world.weft.tasks().get(id).status());
    }

    @Test
    void aRejectedUpdateAbortsTheHandler() {
        String id = world.buildTask();
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        start(
                (task, context) -> {
                    failed.await();
                    context.progress(50);
                    never.await();
                    return null;
                },
                world.options().leaseSeconds(600));
        Eventually.until("it has started", () -> world.weft.tasks().get(id).claim() != null);

        world.weft.tasks().fail(id, TaskNews.options());
        failed.countDown();

        Eventually.until("the owner is notified", () -> errors.size() == 1);
        assertInstanceOf(ConflictException.class, errors.get(0));
    }

    @Test
    void stopClaimsNoMoreTasksAndWaitsForRunningHandlers() {
        List<String> ids = world.buildTasks(2);
        Gate gate = new Gate();
        TaskWorker worker = start(gate, world.options());
        Eventually.until("it has started", () -> gate.runs.size() == 1);

        Thread stopping = new Thread(worker::stop);
        stopping.start();
        Eventually.until("it waits", () -> stopping.getState() == Thread.State.WAITING);
        gate.opened.countDown();
        worker.stop();

        List<String> statuses = ids.stream().map(id -> world.weft.tasks().get(id).status()).sorted().toList();
        assertEquals(List.of("awaiting", "completed"), statuses);
        assertTrue(worker.finished().isDone());
        assertFalse(gate.runs.get(0).isAborted());
    }

    @Test
    void anIdleWorkerStopsAtOnce() {
        TaskWorker worker = start((task, context) -> null, world.options());
        Eventually.until("it claims tasks", () -> proxy.count("/claims") == 1);
        long begun = System.nanoTime();

        worker.close();

        assertTrue(System.nanoTime() - begun < 10_000_000_000L);
        worker.finished().join();
    }

    @Test
    void claimedTasksThatWereNotStartedAreReleasedAfterALostResponse() {
        String id = world.buildTask();
        AtomicInteger claims = new AtomicInteger();
        proxy.judge(call -> {
            if (!call.path().endsWith("/claims")) {
                return null;
            }
            // The service would grant released tasks to a second claim.
            return claims.getAndIncrement() == 0 ? new Fault.SwallowAnswer() : new Fault.Hold();
        });
        TaskWorker worker = start((task, context) -> null, world.options().leaseSeconds(600));
        Eventually.until("it has claimed", () -> world.weft.tasks().get(id).claim() != null);

        worker.stop();

        EventWorkflowTask task = world.weft.tasks().get(id);
        assertEquals("awaiting", task.status());
        assertNull(task.claim());
    }

    @Test
    void abortInterruptsHandlersAndReleasesTheirTasks() {
        List<String> ids = world.buildTasks(2);
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        TaskWorker worker = start(
                (task, context) -> {
                    begun.incrementAndGet();
                    try {
                        never.await();
                    } catch (InterruptedException error) {
                        if (task.id().equals(ids.get(0))) {
                            throw error;
                        }
                    }
                    return Map.of("done", true);
                },
                world.options().concurrency(2).leaseSeconds(600));
        Eventually.until("both have started", () -> begun.get() == 2);

        worker.abort();
        worker.finished().join();

        EventWorkflowTask given = world.weft.tasks().get(ids.get(0));
        assertEquals("awaiting", given.status());
        assertNull(given.claim());
        assertTrue(world.weft.tasks().get(ids.get(1)).output().get("done").asBoolean());
        assertEquals(List.of(), errors);
    }
}
