package dev.weft.client.internal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Parses responses with types of this library, without the session's mapper, which may be the caller's. */
public final class Results {
    /** A null of a record means absent. Nulls of maps and trees are sent: they were put there on purpose. */
    private static final JsonInclude.Value WITHOUT_NULLS =
            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS);

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new TimeModule())
            .addModule(new FrozenModule())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Results() {}

    /** The default mapper of a session: ignores fields of newer services. */
    public static ObjectMapper newMapper() {
        return JsonMapper.builder()
                .addModule(new TimeModule())
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .defaultPropertyInclusion(WITHOUT_NULLS)
                .build();
    }

    /** The caller's mapper, with the same rule for nulls unless it has its own. */
    public static ObjectMapper withoutNulls(ObjectMapper mapper) {
        boolean isChosen = mapper.getSerializationConfig().getDefaultPropertyInclusion().getValueInclusion()
                != JsonInclude.Include.USE_DEFAULTS;
        if (isChosen) {
            return mapper;
        }
        try {
            return mapper.copy().setDefaultPropertyInclusion(WITHOUT_NULLS);
        } catch (IllegalStateException error) {
            throw new IllegalArgumentException(
                    "The mapper cannot be copied. Override copy(), or choose yourself whether it sends nulls: "
                            + "setDefaultPropertyInclusion(NON_NULL).",
                    error);
        }
    }

    public static JsonNode parse(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static <T> T read(JsonNode response, Class<T> type) {
        try {
            return MAPPER.treeToValue(response, type);
        } catch (JsonProcessingException error) {
            throw new IllegalStateException(
                    "The response does not match the contract of a " + type.getSimpleName() + ".", error);
        }
    }

    /** For types that also store the complete response, in a component named json. */
    public static <T> T readWithJson(JsonNode response, Class<T> type) {
        ObjectNode known = object();
        response.properties().forEach(field -> known.set(field.getKey(), field.getValue()));
        known.set("json", response);
        return read(known, type);
    }

    public static <T> List<T> readAll(JsonNode responses, Class<T> type) {
        List<T> results = new ArrayList<>();
        responses.forEach(response -> results.add(read(response, type)));
        return List.copyOf(results);
    }
}
