package dev.weft.client.tasks;

import java.util.ArrayList;
import java.util.List;

/** Updates of a handler that are not sent yet. Guarded by its owner. */
final class PendingUpdate {
    private final List<String> logs = new ArrayList<>();
    private Integer progress;
    private String subtext;

    void log(String line) {
        logs.add(LogLines.fitting(line));
    }

    void progress(int percent, String message) {
        progress = Math.min(100, Math.max(0, percent));
        subtext = message == null ? subtext : LogLines.fittingSubtext(message);
    }

    boolean isEmpty() {
        return logs.isEmpty() && progress == null && subtext == null;
    }

    boolean hasLogs() {
        return !logs.isEmpty();
    }

    /** As much as fits into one call; it is removed from here. */
    Taken take() {
        List<String> fitting = logs.subList(0, LogLines.countFitting(logs));
        Taken taken = new Taken(List.copyOf(fitting), progress, subtext);
        fitting.clear();
        progress = null;
        subtext = null;
        return taken;
    }

    /** Unsent updates come before later ones; newer progress takes precedence. */
    void putBack(Taken taken) {
        logs.addAll(0, taken.logs());
        progress = progress == null ? taken.progress() : progress;
        subtext = subtext == null ? taken.subtext() : subtext;
    }

    /** The update of one call. */
    record Taken(List<String> logs, Integer progress, String subtext) {
        TaskNews addTo(TaskNews news) {
            return news.logs(logs).progress(progress).subtext(subtext);
        }
    }
}
