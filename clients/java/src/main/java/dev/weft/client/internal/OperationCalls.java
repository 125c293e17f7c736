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

/** Sends and parses JSON. */
public final class OperationCalls {
    public static final String JSON = "application/json";

    private OperationCalls() {}

    public static BodyPublisher writeJson(ObjectMapper mapper, Object body) {
        try {
            return BodyPublishers.ofByteArray(mapper.writeValueAsBytes(body));
        } catch (JsonProcessingException error) {
            throw new IllegalArgumentException(
                    "The body cannot be serialized as JSON: " + error.getOriginalMessage(), error);
        }
    }

    /** Of a completely read response; anything but JSON did not come from the service. */
    public static JsonNode readJson(ObjectMapper mapper, RawAnswer response) {
        try (response) {
            byte[] bytes = response.body().readAllBytes();
            // Several values are not one JSON document.
            return bytes.length == 0
                    ? MissingNode.getInstance()
                    : mapper.reader(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readTree(bytes);
        } catch (IOException error) {
            throw ApiExceptions.notJson(response.status(), response.headers(), error);
        }
    }

    public static String newKey() {
        return UUID.randomUUID().toString().replace("-", "");
    }
}
