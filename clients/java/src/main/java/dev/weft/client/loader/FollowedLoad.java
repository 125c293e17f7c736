package dev.weft.client.loader;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.OperationInput;
import dev.weft.client.internal.LongPolls;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Stop;
import java.time.Duration;
import java.util.Optional;

/** Polls a load until it ends. The service may be unavailable for a while. */
final class FollowedLoad {
    /** A node that shuts down does not wait, and must not be polled without a pause. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private final Caller caller;
    private final Following following;
    private final Stop stop = new Stop();

    FollowedLoad(Caller caller, Following following) {
        this.caller = caller;
        this.following = following;
    }

    LoaderProcess follow(LoaderProcess begun) {
        LoaderProcess load = begun;
        following.onProgress().accept(load);
        while (load.isInProgress()) {
            long began = System.nanoTime();
            LoaderProcess next = lookPatiently(load.id());
            if (next.version() != load.version()) {
                following.onProgress().accept(next);
            }
            load = next;
            if (load.isInProgress()) {
                stop.pause(BETWEEN_LOOKS.minusNanos(System.nanoTime() - began));
            }
        }
        return load;
    }

    /** Retries longer than a normal call: the load continues without us. */
    private LoaderProcess lookPatiently(String id) {
        long began = System.nanoTime();
        for (int failures = 0; ; failures += 1) {
            try {
                return look(id);
            } catch (RuntimeException error) {
                Duration left = following.outageMax().minusNanos(System.nanoTime() - began);
                Optional<Duration> delay =
                        Retries.delayAfter(error, failures, true).filter(one -> one.compareTo(left) < 0);
                stop.pause(delay.orElseThrow(() -> error));
            }
        }
    }

    private LoaderProcess look(String id) {
        int seconds = following.pollSeconds();
        CallOptions held = LongPolls.options(following.callOptions(), seconds);
        OperationInput input = OperationInput.options().param("id", id).query("wait", seconds).options(held);
        JsonNode response = stop.await(() -> caller.callAsync("get-loader-process", input));
        return LoaderProcess.of(response);
    }
}
