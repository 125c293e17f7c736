package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.internal.OperationTable;
import dev.weft.client.testing.Contract;
import dev.weft.client.testing.Replay;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every recorded pair: the client sends the recorded request, and parses the recorded response. The same pairs test the
 * other client.
 */
class ExamplePairsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Replay REPLAY = new Replay();
    private static final Weft WEFT = Weft.builder()
            .apiKey("app:weft_example")
            .orgSlug("demo")
            .baseUrl(REPLAY.baseUrl())
            .retries(0)
            .build();
    /** A call by its operation has options or parameters for these; others can only be sent. */
    private static final Set<String> CALL_HEADERS = Set.of("content-type", "if-match", "idempotency-key");

    private static final Map<Integer, Class<?>> CLASSES = Map.of(
            400, BadRequestException.class,
            401, UnauthenticatedException.class,
            403, ForbiddenException.class,
            404, NotFoundException.class,
            409, ConflictException.class,
            410, GoneException.class,
            412, PreconditionFailedException.class);

    @AfterAll
    static void close() {
        REPLAY.close();
    }

    @Test
    void thereIsAnExampleOfEveryOperation() {
        List<String> operations =
                Contract.examples().stream().map(file -> file.get("operation").asText()).sorted().toList();

        assertEquals(List.copyOf(OperationTable.operations().keySet()), operations);
    }

    @Test
    void aResponseWithSeveralValuesIsRejected() {
        JsonNode file = Contract.examples().stream()
                .filter(one -> one.get("operation").asText().equals("export-changes"))
                .findFirst()
                .orElseThrow();
        REPLAY.answerWith(file.at("/pairs/0/answer"));

        ApiException error =
                assertThrows(ApiException.class, () -> WEFT.call("export-changes", OperationInput.options()));
        assertEquals("foreign-answer", error.code());
    }

    @TestFactory
    Stream<DynamicTest> everyPairIsAskedAndUnderstood() {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode file : Contract.examples()) {
            String operation = file.get("operation").asText();
            for (JsonNode pair : file.get("pairs")) {
                String title = operation + ": " + pair.get("title").asText();
                tests.add(DynamicTest.dynamicTest(title, () -> check(operation, pair)));
            }
        }
        return tests.stream();
    }

    private static void check(String operation, JsonNode pair) throws IOException {
        JsonNode request = pair.get("request");
        REPLAY.answerWith(pair.get("answer"));

        boolean isCall = isCall(request) && !pair.at("/answer/body").isTextual();
        checkAnswer(
                pair.get("answer"),
                () -> isCall ? WEFT.call(operation, inputOf(operation, request)) : sendRaw(request));
        checkAsked(operation, request, REPLAY.asked());
    }

    private static boolean isCall(JsonNode request) {
        boolean isPlain = request.get("headers").properties().stream()
                .allMatch(header -> CALL_HEADERS.contains(header.getKey()));
        return isPlain && (!request.has("body") || request.get("body").isObject());
    }

    private static OperationInput inputOf(String operation, JsonNode request) {
        OperationInput input = OperationInput.options();
        for (Map.Entry<String, String> param : paramsOf(operation, request).entrySet()) {
            input = input.param(param.getKey(), param.getValue());
        }
        for (Map.Entry<String, String> value : queryOf(request.get("path").asText()).entrySet()) {
            input = input.query(value.getKey(), value.getValue());
        }
        return input.body(request.get("body")).options(optionsOf(request));
    }

    static CallOptions optionsOf(JsonNode request) {
        CallOptions options = CallOptions.options();
        JsonNode headers = request.get("headers");
        if (headers.has("idempotency-key")) {
            options = options.withIdempotencyKey(headers.get("idempotency-key").asText());
        }
        if (headers.has("if-match")) {
            options = options.withIfMatch(Long.parseLong(headers.get("if-match").asText().replace("\"", "")));
        }
        return options;
    }

    private static JsonNode sendRaw(JsonNode request) throws IOException {
        RawRequest raw = RawRequest.of(request.get("method").asText(), request.get("path").asText());
        for (Map.Entry<String, JsonNode> header : request.get("headers").properties()) {
            raw = raw.withHeader(header.getKey(), header.getValue().asText());
        }
        if (request.has("body")) {
            String type = request.at("/headers/content-type").asText();
            raw = raw.withBody(BodyPublishers.ofByteArray(Replay.bytesOf(request.get("body"))), type);
        }
        try (RawAnswer answer = WEFT.send(raw, CallOptions.options())) {
            String text = new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
            boolean isJson = answer.headers().firstValue("content-type").orElse("").startsWith("application/json");
            return isJson ? MAPPER.readTree(text) : MAPPER.getNodeFactory().textNode(text);
        }
    }

    private interface Call {
        JsonNode make() throws IOException;
    }

    private static void checkAnswer(JsonNode answer, Call call) throws IOException {
        int status = answer.get("status").asInt();
        JsonNode body = answer.get("body");
        if (status < 300) {
            JsonNode read = call.make();
            assertEquals(body == null ? "" : body, body == null ? read.asText() : read);
        } else {
            ApiException error = assertThrows(ApiException.class, call::make);
            checkProblem(status, body, error);
        }
    }

    private static void checkProblem(int status, JsonNode body, ApiException error) {
        assertEquals(status, error.status());
        assertInstanceOf(CLASSES.getOrDefault(status, ApiException.class), error);
        if (body == null) {
            assertEquals("foreign-answer", error.code());
            return;
        }
        assertEquals(body.get("code").asText(), error.code());
        assertEquals(body.get("requestId").asText(), error.requestId());
        assertEquals(body.path("errors").size(), error.problem().errors().size());
        assertTrue(error.getMessage().startsWith(body.get("detail").asText()));
        error.problem().extensions().forEach((name, value) -> assertEquals(body.get(name), value));
    }

    private static void checkAsked(String operation, JsonNode request, Replay.Asked asked) throws IOException {
        String path = request.get("path").asText();
        assertEquals(request.get("method").asText(), asked.method());
        assertEquals(path.replaceFirst("\\?.*", ""), asked.path());
        assertEquals(queryOf(path), queryOf("?" + (asked.query() == null ? "" : asked.query())));
        request.get("headers").properties().forEach(header ->
                assertEquals(header.getValue().asText(), asked.header(header.getKey()), header.getKey()));
        assertEquals(request.at("/headers/if-match").isMissingNode(), asked.header("if-match") == null);
        boolean isKeyed = OperationTable.get(operation).isKeyed() || request.at("/headers").has("idempotency-key");
        assertTrue(isKeyed || asked.header("idempotency-key") == null);
        assertEquals(request.has("body"), asked.body().length > 0);
        if (request.has("body") && request.get("body").isObject()) {
            assertEquals(request.get("body"), MAPPER.readTree(asked.body()));
        }
    }

    static Map<String, String> paramsOf(String operation, JsonNode request) {
        String template = OperationTable.get(operation).path();
        String path = request.get("path").asText().replaceFirst("\\?.*", "");
        Matcher names = Pattern.compile("\\{(\\w+)}").matcher(template);
        Matcher values = Pattern.compile(template.replaceAll("\\{\\w+}", "([^/]+)")).matcher(path);
        assertTrue(values.matches(), () -> template + " is not the path " + path);
        Map<String, String> params = new LinkedHashMap<>();
        for (int group = 1; names.find(); group += 1) {
            params.put(names.group(1), URLDecoder.decode(values.group(group), StandardCharsets.UTF_8));
        }
        return params;
    }

    static Map<String, String> queryOf(String path) {
        Map<String, String> query = new LinkedHashMap<>();
        if (path.contains("?")) {
            for (String pair : path.substring(path.indexOf('?') + 1).split("&")) {
                String[] parts = pair.split("=", 2);
                if (parts.length == 2) {
                    query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
                }
            }
        }
        return query;
    }
}
