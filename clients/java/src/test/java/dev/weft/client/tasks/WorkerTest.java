package dev.weft.client.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.client.BadRequestException;
import dev.weft.client.UnauthenticatedException;
import dev.weft.client.Weft;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkerTest extends WorkerWorld {
    @Test
    void theResultOfAHandlerIsTheOutputAndItsLogsAreKept() {
        List<String> ids = world.buildTasks(3);

        start(
                (task, context) -> {
                    context.log("begun");
                    context.progress(50, "half way").join();
                    context.log("done");
                    return Map.of("input", task.id());
                },
                world.options().concurrency(2));

        for (String id : ids) {
            EventWorkflowTask task = world.taskIn(id, "completed");
            assertEquals(id, task.output().get("input").asText());
            assertEquals(List.of("begun", "done"), TaskWorld.textsOf(task));
            assertEquals(List.of(50, "half way"), List.of(task.progress(), task.subtext()));
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void anExceptionOfAHandlerFailsTheTask() {
        String id = world.buildTask();

        start(
                (task, context) -> {
                    context.log("begun");
                    throw new IllegalStateException("The loom is broken.");
                },
                world.options());

        EventWorkflowTask task = world.taskIn(id, "failed");
        assertEquals(List.of("begun", "The loom is broken."), TaskWorld.textsOf(task));
        Eventually.until("the owner is notified", () -> errors.size() == 1);
        assertEquals("The loom is broken.", errors.get(0).getMessage());
    }

    @Test
    void anInvalidOutputFailsTheTask() {
        String list = world.buildTask();
        start((task, context) -> List.of("not", "an", "object"), world.options());
        world.taskIn(list, "failed");
        workers.forEach(TaskWorker::stop);

        String unwritable = world.buildTask();
        start((task, context) -> new Object(), world.options());

        EventWorkflowTask task = world.taskIn(unwritable, "failed");
        assertEquals("The service rejected the result of the handler:", TaskWorld.textsOf(task).get(0));
    }

    @Test
    void manyLinesAreAllKeptInTheirOrder() {
        String id = world.buildTask();
        List<String> lines = new ArrayList<>();
        for (int number = 0; number < 2_500; number += 1) {
            lines.add("line " + number);
        }

        start(
                (task, context) -> {
                    lines.forEach(context::log);
                    return null;
                },
                world.options());

        assertEquals(lines, TaskWorld.textsOf(world.taskIn(id, "completed")));
    }

    @Test
    void aTaskWithFullLogsIsCompleted() {
        String id = world.buildTask();
        proxy.judge(call -> call.path().contains("/callback") && call.text().contains("\"logs\"") ? unfit() : null);

        start(
                (task, context) -> {
                    context.log("too much");
                    return Map.of("cost", 12);
                },
                world.options());

        assertEquals(12, world.taskIn(id, "completed").output().get("cost").asInt());
        Eventually.until("the owner is notified", () -> !errors.isEmpty());
        assertInstanceOf(BadRequestException.class, errors.get(0));
    }

    @Test
    void aTaskWithFullLogsIsFailed() {
        String id = world.buildTask();
        proxy.judge(call -> call.path().endsWith("/fail")
                        || call.path().contains("/callback") && call.text().contains("\"logs\"")
                ? unfit()
                : null);

        start(
                (task, context) -> {
                    throw new IllegalStateException("The factory is closed.");
                },
                world.options());

        assertEquals("The factory is closed.", world.taskIn(id, "failed").subtext());
    }

    private static Fault unfit() {
        String problem = "{\"status\": 400, \"code\": \"invalid-request\", \"detail\": \"Too much.\"}";
        return new Fault.Refuse(400, Map.of(), problem);
    }

    @Test
    void anOutcomeIsSentAfterAnOutageWithLogsAndProgress() {
        String id = world.buildTask();
        CountDownLatch opened = new CountDownLatch(1);
        proxy.judge(call -> call.path().contains("/callback") ? Fault.refuse(503) : null);
        start(
                (task, context) -> {
                    context.log("one");
                    context.progress(10);
                    opened.await();
                    context.log("two");
                    return Map.of("by", "retryLoop");
                },
                world.options());
        Eventually.until("it was rejected", () -> proxy.count("/callback") >= 2);
        opened.countDown();
        long rejected = proxy.count("/callback");
        Eventually.until("its outcome was rejected", () -> proxy.count("/callback") >= rejected + 2);

        proxy.judge(call -> null);

        EventWorkflowTask task = world.taskIn(id, "completed");
        assertEquals("retryLoop", task.output().get("by").asText());
        assertEquals(List.of("one", "two"), TaskWorld.textsOf(task));
        assertEquals(10, task.progress());
    }

    @Test
    void anOutcomeIsAppliedOnceAfterALostResponse() {
        String id = world.buildTask();
        proxy.judge(call -> call.path().contains("/callback") ? new Fault.SwallowAnswer() : null);
        start((task, context) -> Map.of("once", true), world.options());
        Eventually.until("it was sent twice", () -> proxy.count("/callback") >= 2);

        proxy.judge(call -> null);
        Eventually.until("the worker claims other tasks", () -> proxy.count("/claims") >= 2);

        assertEquals("completed", world.weft.tasks().get(id).status());
        assertEquals(List.of(), errors);
    }

    @Test
    void aWorkerWithARejectedKeyStopsWithTheReason() {
        Weft stranger = service.builder(service.baseUrl()).apiKey("app:wrong").build();

        WorkerOptions options = world.options().onError((error, task) -> {
            errors.add(error);
            throw new IllegalStateException("The owner has an error too.");
        });
        TaskWorker ended = stranger.worker("external", (task, context) -> null, options);
        CompletionException error = assertThrows(CompletionException.class, () -> ended.finished().join());
        ended.stop();

        assertInstanceOf(UnauthenticatedException.class, error.getCause());
        assertEquals(1, errors.size());
    }
}
