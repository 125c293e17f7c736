package dev.weft.client.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.ConflictException;
import dev.weft.client.NoResponseException;
import dev.weft.client.NotFoundException;
import dev.weft.client.Weft;
import dev.weft.client.testing.Fault;
import dev.weft.client.testing.FaultyProxy;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedService.class)
class TasksTest {
    private TaskWorld world;
    private Tasks tasks;

    record Approval(boolean approved, String by) {}

    @BeforeEach
    void begin(WeftService service) {
        world = new TaskWorld(service.weft());
        tasks = world.weft.tasks();
    }

    @Test
    void aTaskIsCompletedWithLogsOutputAndSubtext() {
        String id = world.buildTask();

        CallbackReceipt receipt = tasks.complete(
                id,
                TaskNews.options().logs("one", "two\nlines").output(new Approval(true, "Jo")).subtext("Approved"));

        EventWorkflowTask task = world.taskIn(id, "completed");
        assertEquals(List.of("SUCCESS", id), List.of(receipt.status(), receipt.taskId()));
        assertTrue(receipt.applied());
        assertEquals("Jo", task.output().get("by").asText());
        assertEquals("Approved", task.subtext());
        assertEquals(2, task.logLineCount());
    }

    @Test
    void aRepeatedOutcomeIsIgnoredAndADifferentOneRejected() {
        String id = world.buildTask();

        CallbackReceipt first = tasks.complete(id);
        CallbackReceipt second = tasks.complete(id);

        assertEquals(first.receivedOn(), second.receivedOn());
        assertThrows(ConflictException.class, () -> tasks.fail(id, TaskNews.options()));
    }

    @Test
    void aFailedTaskHasAReasonAndCanBeRetried() {
        String id = world.buildTask();

        tasks.fail(id, TaskNews.options().logs("No response from the mill."));
        EventWorkflowTask failed = world.taskIn(id, "failed");
        tasks.retry(id);

        assertEquals(List.of("No response from the mill."), TaskWorld.textsOf(failed));
        assertEquals("callback", failed.failure().code());
        assertEquals(id, world.taskIn(id, "awaiting").id());
    }

    @Test
    void progressIsAHeartbeat() {
        String id = world.buildTask();

        CallbackReceipt receipt = tasks.progress(id, TaskNews.options().progress(40).subtext("Weaving").logs("begun"));

        EventWorkflowTask task = tasks.get(id);
        assertEquals("PROGRESS", receipt.status());
        assertEquals(List.of("awaiting", 40, "Weaving"), List.of(task.status(), task.progress(), task.subtext()));
    }

    @Test
    void theSubtextOfATaskIsThatOfItsProcessToo() {
        String id = world.buildTask();

        EventWorkflowTask task = tasks.setSubtext(id, "Waiting for Jo");

        assertEquals("Waiting for Jo", task.subtext());
        assertEquals(
                "Waiting for Jo",
                world.weft.entities().get("event-workflow-process", task.processId()).get("subtext").asText());
        assertNull(tasks.setSubtext(id, null).subtext());
    }

    @Test
    void anUnknownTaskIsNotFound() {
        assertThrows(NotFoundException.class, () -> tasks.complete("AAAAAAAAAAAAAAAA"));
        assertThrows(NotFoundException.class, () -> tasks.get("AAAAAAAAAAAAAAAA"));
    }

    @Test
    void anOutcomeIsSentAgainWhenItsAnswerIsLostLinesAreNot(WeftService service) {
        String id = world.buildTask();
        try (FaultyProxy proxy = new FaultyProxy(service.baseUrl())) {
            Weft far = service.builder(proxy.baseUrl()).build();

            proxy.next(new Fault.SwallowAnswer());
            TaskNews line = TaskNews.options().logs("once");
            assertThrows(NoResponseException.class, () -> far.tasks().progress(id, line));
            proxy.next(new Fault.SwallowAnswer());
            far.tasks().progress(id, TaskNews.options().progress(10));
            proxy.next(new Fault.SwallowAnswer());
            far.tasks().complete(id, TaskNews.options().output(Map.of("done", true)));

            assertEquals(5, proxy.calls().size());
            assertEquals(List.of("once"), TaskWorld.textsOf(world.taskIn(id, "completed")));
        }
    }
}
