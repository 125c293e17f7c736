package dev.weft.client.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A handler that cannot do its work now, or fails with retries left. */
class RetryLaterTest extends WorkerWorld {
    @Test
    void aReleasedTaskIsHandledAgainAfterTheDelay() {
        String id = world.buildTask();
        AtomicInteger attempts = new AtomicInteger();

        start(
                (task, context) -> {
                    context.log("attempt " + attempts.incrementAndGet());
                    if (attempts.get() == 1) {
                        throw new RetryLaterException("The mill is down.", Duration.ofSeconds(1));
                    }
                    return Map.of("attempts", attempts.get());
                },
                world.options());

        EventWorkflowTask task = world.taskIn(id, "completed");
        assertEquals(2, task.output().get("attempts").asInt());
        assertEquals(1, task.attempt());
        assertEquals(List.of("attempt 1", "The mill is down.", "attempt 2"), TaskWorld.textsOf(task));
        assertEquals(List.of(), errors);
    }

    @Test
    void aReleasedTaskSaysWhyAndUntilWhen() {
        String id = world.buildTask();

        start(
                (task, context) -> {
                    context.progress(40, "asking");
                    throw new RetryLaterException("The mill is down.", Duration.ofHours(1));
                },
                world.options());

        Eventually.until("it is released", () -> world.weft.tasks().get(id).availableOn() != null);
        EventWorkflowTask task = world.weft.tasks().get(id);
        assertEquals(TaskStatus.AWAITING, task.taskStatus());
        assertEquals("The mill is down.", task.subtext());
        assertEquals(40, task.progress());
        assertTrue(Duration.between(task.updatedOn(), task.availableOn()).toMinutes() >= 59);
    }

    @Test
    void aLostResponseToAReleaseIsNotAnError() {
        String id = world.buildTask();
        AtomicInteger releases = new AtomicInteger();
        proxy.judge(call -> call.path().endsWith("/release") && releases.incrementAndGet() == 1
                ? new Fault.SwallowAnswer()
                : null);

        start(
                (task, context) -> {
                    throw new RetryLaterException("Later.", Duration.ofHours(1));
                },
                world.options());

        Eventually.until("it is sent again", () -> releases.get() == 2);
        assertEquals("Later.", world.weft.tasks().get(id).subtext());
        workers.forEach(TaskWorker::stop);
        assertEquals(List.of(), errors);
    }

    @Test
    void anExceptionIsRetriedByThePolicyOfTheTask() {
        String id = world.retried(Map.of("attempts", 1, "backoffSeconds", 0)).buildTask();

        start(
                (task, context) -> {
                    if (task.attempt() == 1) {
                        throw new IllegalStateException("The loom is broken.");
                    }
                    return Map.of("attempt", task.attempt());
                },
                world.options());

        assertEquals(2, world.taskIn(id, "completed").output().get("attempt").asInt());
        assertEquals(1, errors.size());
    }

    @Test
    void theDelayIsFromASecondToADay() {
        assertThrows(IllegalArgumentException.class, () -> new RetryLaterException("x", Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> new RetryLaterException("x", Duration.ofDays(2)));
        assertEquals(Duration.ofMinutes(1), new RetryLaterException("x").delay());
    }
}
