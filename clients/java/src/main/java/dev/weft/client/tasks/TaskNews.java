package dev.weft.client.tasks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weft.client.CallOptions;
import dev.weft.client.internal.Results;
import java.util.ArrayList;
import java.util.List;

/** The fields of a callback in addition to its status. Immutable: each method returns a new instance. */
public final class TaskNews {
    private static final TaskNews DEFAULT = new TaskNews(List.of(), null, null, null, CallOptions.options());

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
     * Only the status.
     *
     * @return an update to extend
     */
    public static TaskNews options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return an update to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static TaskNews none() {
        return options();
    }

    /**
     * Adds lines to the task's logs; each is one line, even if it contains line breaks.
     *
     * @param lines at most 1,000 per call, of 16 KiB each
     * @return a new update
     */
    public TaskNews logs(String... lines) {
        return logs(List.of(lines));
    }

    /**
     * Adds lines to the task's logs; each is one line, even if it contains line breaks.
     *
     * @param lines at most 1,000 per call, of 16 KiB each
     * @return a new update
     */
    public TaskNews logs(List<String> lines) {
        List<String> all = new ArrayList<>(logs);
        all.addAll(lines);
        return new TaskNews(List.copyOf(all), subtext, progress, output, options);
    }

    /**
     * Sets the status message of the task and its process.
     *
     * @param message the status message
     * @return a new update
     */
    public TaskNews subtext(String message) {
        return new TaskNews(logs, message, progress, output, options);
    }

    /**
     * Sets the progress.
     *
     * @param percent 0 to 100
     * @return a new update
     */
    public TaskNews progress(Integer percent) {
        return new TaskNews(logs, subtext, percent, output, options);
    }

    /**
     * Sets the output, which is merged deeply into the task's output; these values take precedence, lists are replaced.
     *
     * @param object a map, a {@code JsonNode} or a record
     * @return a new update
     */
    public TaskNews output(Object object) {
        return new TaskNews(logs, subtext, progress, object, options);
    }

    /**
     * Sets the call options.
     *
     * @param how timeout and retries
     * @return a new update
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

    CallOptions callOptions() {
        return options;
    }
}
