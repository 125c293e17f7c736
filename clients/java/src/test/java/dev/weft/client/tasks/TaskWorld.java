package dev.weft.client.tasks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.Listing;
import dev.weft.client.OperationInput;
import dev.weft.client.Weft;
import dev.weft.client.testing.Eventually;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Creates external tasks, with a name that no other test uses. */
final class TaskWorld {
    final Weft weft;
    final String name = "ask-" + UUID.randomUUID().toString().substring(0, 8);
    private final String triggerKey = "manual|" + name;
    private final Map<String, Object> task = new HashMap<>();
    private boolean isDefined;

    TaskWorld(Weft weft) {
        this.weft = weft;
        task.putAll(Map.of("name", name, "action", "external", "config", Map.of()));
    }

    /** With a retry policy. */
    TaskWorld retried(Map<String, Object> policy) {
        task.put("retry", policy);
        return this;
    }

    /** For a worker that claims only tasks of this world. */
    WorkerOptions options() {
        return WorkerOptions.options().names(name);
    }

    String buildTask() {
        return buildTasks(1).get(0);
    }

    /** The ids of awaiting tasks. */
    List<String> buildTasks(int count) {
        define();
        List<String> processIds = new ArrayList<>();
        for (int number = 0; number < count; number += 1) {
            Map<String, Object> body = Map.of("triggerKey", triggerKey, "event", Map.of("number", number));
            JsonNode started = weft.call("request-event-workflows", OperationInput.options().body(body));
            processIds.add(started.findValue("id").asText());
        }
        Eventually.until("the tasks await", () -> awaiting(processIds).size() == count);
        return awaiting(processIds);
    }

    EventWorkflowTask taskIn(String id, String status) {
        Eventually.until("the task is " + status, () -> weft.tasks().get(id).status().equals(status));
        return weft.tasks().get(id);
    }

    /** Without the timestamps. */
    static List<String> textsOf(EventWorkflowTask task) {
        return task.logs().stream().map(line -> line.substring(line.indexOf(' ') + 1)).toList();
    }

    private void define() {
        if (!isDefined) {
            isDefined = true;
            weft.entities().create("event-workflow", Map.of(
                    "name", name,
                    "triggers", List.of(triggerKey),
                    "maxConcurrentProcesses", 60,
                    "tasks", List.of(task)));
        }
    }

    private List<String> awaiting(List<String> processIds) {
        Listing listing = Listing.options().criteria(Map.of("status", "awaiting", "name", name)).limit(1000);
        return weft.tasks().list(listing).results().stream()
                .filter(task -> processIds.contains(task.processId()))
                .map(EventWorkflowTask::id)
                .toList();
    }
}
