package dev.weft.client.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.weft.client.RawAnswer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;

/** How JSON is sent and read. */
public final class OperationCalls {
    public static final String JSON = "application/json";

    private OperationCalls() {}

    public static BodyPublisher writeJson(ObjectMapper mapper, Object body) {
        try {
            return BodyPublishers.ofByteArray(mapper.writeValueAsBytes(body));
        } catch (JsonProcessingException error) {
            throw new IllegalArgumentException(
                    "The body cannot be written as JSON: " + error.getOriginalMessage(), error);
        }
    }

    /** Of an answer that was read as a whole; what is no JSON did not come from the service. */
    public static JsonNode readJson(ObjectMapper mapper, RawAnswer answer) {
        try (answer) {
            byte[] bytes = answer.body().readAllBytes();
            // A stream of several values is not one that begins with the first.
            return bytes.length == 0
                    ? MissingNode.getInstance()
                    : mapper.reader(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readTree(bytes);
        } catch (IOException error) {
            throw Refusals.notJson(answer.status(), answer.headers(), error);
        }
    }

    public static String newKey() {
        return UUID.randomUUID().toString().replace("-", "");
    }
}
