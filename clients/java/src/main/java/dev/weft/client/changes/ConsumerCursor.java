package dev.weft.client.changes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.CallOptions;
import dev.weft.client.Caller;
import dev.weft.client.NotFoundException;
import dev.weft.client.OperationInput;
import dev.weft.client.internal.Stop;
import java.util.Map;
import java.util.Optional;

/** The cursor that the service stores under a name, and whose lag the console shows. Retries are up to the caller. */
final class ConsumerCursor implements CursorStore {
    private final Caller caller;
    private final OperationInput input;
    private final Stop stop;

    ConsumerCursor(Caller caller, String name, CallOptions options, Stop stop) {
        this.caller = caller;
        this.stop = stop;
        CallOptions once = CallOptions.options().withRetries(0);
        this.input = OperationInput.options()
                .param("name", name)
                .options(options.timeout().map(once::withTimeout).orElse(once));
    }

    @Override
    public Optional<String> load() {
        try {
            JsonNode consumer = stop.await(() -> caller.callAsync("get-change-consumer", input));
            return Optional.of(consumer.path("cursor").asText());
        } catch (NotFoundException error) {
            return Optional.empty();
        }
    }

    /** Ignores the stop: what was finished before must still be stored. */
    @Override
    public void save(String cursor) {
        caller.call("put-change-consumer", input.body(Map.of("cursor", cursor)));
    }
}
