package dev.weft.client.tasks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weft.client.CallOptions;
import dev.weft.client.internal.Results;
import java.util.ArrayList;
import java.util.List;

/** What a callback carries beside its status. Immutable: each method answers another one. */
public final class TaskNews {
    private static final TaskNews NONE = new TaskNews(List.of(), null, null, null, CallOptions.none());

    private final List<String> logs;
    private final String subtext;
    private final Integer progress;
    private final Object output;
    private final CallOptions options;

    private TaskNews(List<String> logs, String subtext, Integer progress, Object output, CallOptions options) {
        this.logs = logs;
        this.subtext = subtext;
        this.progress = progress;
        this.output = output;
        this.options = options;
    }

    /**
     * Nothing beside the status.
     *
     * @return news to which the rest is added
     */
    public static TaskNews none() {
        return NONE;
    }

    /**
     * Adds lines to the task's logs; each is one line, also with line breaks in it.
     *
     * @param lines at most 1,000 in a call, of 16 KiB each
     * @return other news
     */
    public TaskNews logs(String... lines) {
        return logs(List.of(lines));
    }

    /**
     * Adds lines to the task's logs; each is one line, also with line breaks in it.
     *
     * @param lines at most 1,000 in a call, of 16 KiB each
     * @return other news
     */
    public TaskNews logs(List<String> lines) {
        List<String> all = new ArrayList<>(logs);
        all.addAll(lines);
        return new TaskNews(List.copyOf(all), subtext, progress, output, options);
    }

    /**
     * Says a few words on the task, and on its process.
     *
     * @param words short
     * @return other news
     */
    public TaskNews subtext(String words) {
        return new TaskNews(logs, words, progress, output, options);
    }

    /**
     * Tells how far the task is.
     *
     * @param percent 0 to 100
     * @return other news
     */
    public TaskNews progress(Integer percent) {
        return new TaskNews(logs, subtext, percent, output, options);
    }

    /**
     * Is merged deeply into the task's own output; these values win, lists are replaced.
     *
     * @param object a map, a {@code JsonNode} or a record
     * @return other news
     */
    public TaskNews output(Object object) {
        return new TaskNews(logs, subtext, progress, object, options);
    }

    /**
     * Says how the call is to be made.
     *
     * @param how time-out and retries
     * @return other news
     */
    public TaskNews options(CallOptions how) {
        return new TaskNews(logs, subtext, progress, output, how);
    }

    ObjectNode write(String taskId, String status, ObjectMapper mapper) {
        ObjectNode body = Results.object().put("taskId", taskId).put("status", status);
        if (!logs.isEmpty()) {
            logs.forEach(body.putArray("logs")::add);
        }
        if (subtext != null) {
            body.put("subtext", subtext);
        }
        if (progress != null) {
            body.put("progress", progress);
        }
        if (output != null) {
            JsonNode written = mapper.valueToTree(output);
            body.set("output", written);
        }
        return body;
    }

    List<String> logs() {
        return logs;
    }

    boolean isEmpty() {
        return logs.isEmpty() && subtext == null && progress == null && output == null;
    }

    CallOptions options() {
        return options;
    }
}
