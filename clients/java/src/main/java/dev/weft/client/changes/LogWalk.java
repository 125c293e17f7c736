package dev.weft.client.changes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.OperationInput;
import dev.weft.client.internal.LongPolls;
import dev.weft.client.internal.RetryLoop;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Stop;
import java.util.Map;

/** The pages of the log after a position, in sequence; nothing is stored. */
final class LogWalk {
    private final Caller caller;
    private final Polling polling;
    private final Stop stop;
    private final RetryLoop retryLoop;
    private String end;
    private ChangePage page;

    LogWalk(Caller caller, Polling polling, Stop stop) {
        this.caller = caller;
        this.polling = polling;
        this.stop = stop;
        this.retryLoop = new RetryLoop(stop);
    }

    /** Whether the poll does not follow and has read all records that existed at the start. */
    boolean isAtEnd() {
        // Cursors sort in log order.
        return !polling.isFollowing() && page != null && page.coveredUntil().compareTo(end) >= 0;
    }

    ChangePage next(String start) {
        page = page == null ? first(start) : read(page.coveredUntil(), polling.waitSeconds());
        return page;
    }

    /** The end is read without waiting: if a held response got lost, the next "now" would skip the changes in it. */
    private ChangePage first(String start) {
        boolean isNow = start.equals("now");
        if (polling.isFollowing() && !isNow) {
            return read(start, polling.waitSeconds());
        }
        ChangePage now = read("now", 0);
        end = now.coveredUntil();
        return isNow ? now : read(start, polling.waitSeconds());
    }

    /** While following, retries through any outage of the service. */
    private ChangePage read(String after, int waitSeconds) {
        if (!polling.isFollowing()) {
            return ask(after, null, polling.callOptions());
        }
        CallOptions held = LongPolls.once(polling.callOptions(), waitSeconds);
        return retryLoop.longPoll(
                () -> ask(after, waitSeconds, held), response -> response.coveredUntil().equals(after));
    }

    private ChangePage ask(String after, Integer waitSeconds, CallOptions options) {
        OperationInput input = OperationInput.options().options(options);
        for (Map.Entry<String, Object> param : polling.query().values().entrySet()) {
            input = input.query(param.getKey(), param.getValue());
        }
        OperationInput whole = input.query("after", after).query("wait", waitSeconds);
        JsonNode response = stop.await(() -> caller.callAsync("list-changes", whole));
        return new ChangePage(
                Results.readAll(response.path("results"), ChangeRecord.class),
                response.path("coveredUntil").asText());
    }
}
