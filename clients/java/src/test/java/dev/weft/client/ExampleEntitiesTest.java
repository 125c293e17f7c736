package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weft.client.changes.ChangeConsumer;
import dev.weft.client.changes.ChangeRecord;
import dev.weft.client.files.StoredFile;
import dev.weft.client.internal.OperationTable;
import dev.weft.client.internal.Results;
import dev.weft.client.tasks.CallbackReceipt;
import dev.weft.client.tasks.EventWorkflowTask;
import dev.weft.client.testing.Contract;
import dev.weft.client.testing.Replay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The recorded pairs through the generic verbs, and the types of responses. */
class ExampleEntitiesTest {
    private static final Replay REPLAY = new Replay();
    private static final Weft WEFT = Weft.builder()
            .apiKey("app:weft_example")
            .orgSlug("demo")
            .baseUrl(REPLAY.baseUrl())
            .retries(0)
            .build();
    private static final Set<String> WRITING = Set.of("dryRun", "cascade");

    private static final Map<String, Class<?>> TYPES = Map.ofEntries(
            Map.entry("get-file", StoredFile.class),
            Map.entry("create-file", StoredFile.class),
            Map.entry("list-files", StoredFile.class),
            Map.entry("put-file-content", StoredFile.class),
            Map.entry("list-changes", ChangeRecord.class),
            Map.entry("list-change-consumers", ChangeConsumer.class),
            Map.entry("get-change-consumer", ChangeConsumer.class),
            Map.entry("put-change-consumer", ChangeConsumer.class),
            Map.entry("get-event-workflow-task", EventWorkflowTask.class),
            Map.entry("update-event-workflow-task", EventWorkflowTask.class),
            Map.entry("retry-event-workflow-task", EventWorkflowTask.class),
            Map.entry("claim-event-workflow-tasks", EventWorkflowTask.class),
            Map.entry("call-back-task", CallbackReceipt.class));

    @AfterAll
    static void close() {
        REPLAY.close();
    }

    /** A verb on a kind, called as recorded in a pair. */
    private interface Verb {
        Object make();
    }

    @TestFactory
    Stream<DynamicTest> theVerbsAskAsThePairsHaveIt() {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode file : Contract.examples()) {
            String operation = file.get("operation").asText();
            for (JsonNode pair : file.get("pairs")) {
                verbOf(operation, pair.get("request"))
                        .ifPresent(verb -> tests.add(DynamicTest.dynamicTest(
                                operation + ": " + pair.get("title").asText(), () -> check(pair, verb))));
            }
        }
        assertTrue(tests.size() > 300, () -> "Only " + tests.size() + " pairs are of entities.");
        return tests.stream();
    }

    private static void check(JsonNode pair, Verb verb) throws Exception {
        JsonNode request = pair.get("request");
        JsonNode answer = pair.get("answer");
        REPLAY.answerWith(answer);

        if (answer.get("status").asInt() < 300) {
            Object read = verb.make();
            assertTrue(!(read instanceof JsonNode node) || node.equals(answer.get("body")));
        } else {
            assertEquals(answer.get("status").asInt(), assertThrows(ApiException.class, verb::make).status());
        }
        String path = request.get("path").asText();
        assertEquals(request.get("method").asText(), REPLAY.asked().method());
        assertEquals(path.replaceFirst("\\?.*", ""), REPLAY.asked().path());
        assertEquals(ExamplePairsTest.queryOf(path), ExamplePairsTest.queryOf("?" + REPLAY.asked().query()));
        if (request.has("body")) {
            assertEquals(request.get("body"), new ObjectMapper().readTree(REPLAY.asked().body()));
        }
    }

    private static Optional<Verb> verbOf(String operation, JsonNode request) {
        if (request.get("headers").has("if-none-match") || request.path("body").isTextual()) {
            return Optional.empty();
        }
        Map<String, String> query = ExamplePairsTest.queryOf(request.get("path").asText());
        CallOptions options = ExamplePairsTest.optionsOf(request);
        for (Map.Entry<String, String> kind : OperationTable.plurals().entrySet()) {
            String name = kind.getKey();
            if (operation.equals("list-" + kind.getValue())) {
                return Optional.of(() -> WEFT.entities()
                        .list(name, Listing.options().queryParams(query).options(options)));
            }
            if (operation.equals("batch-" + kind.getValue())) {
                return batch(name, request, query, options);
            }
            Map<String, String> params = ExamplePairsTest.paramsOf(operation, request);
            if (operation.equals("get-" + name) && query.isEmpty()) {
                return Optional.of(() ->
                        WEFT.entities().get(name, params.get("id"), Reading.options().options(options)));
            }
            if (operation.equals("get-" + name + "-by-federated-id") && query.isEmpty()) {
                return Optional.of(() -> WEFT.entities().getByFederatedId(name, params.get("federatedId")));
            }
            if (WRITING.containsAll(query.keySet())) {
                Optional<Verb> verb = writing(operation, name, params, request.get("body"), writingOf(query, options));
                if (verb.isPresent()) {
                    return verb;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Verb> writing(
            String operation, String name, Map<String, String> params, JsonNode body, Writing writing) {
        Entities<JsonNode> entities = WEFT.entities();
        if (operation.equals("create-" + name)) {
            return Optional.of(() -> entities.create(name, body, writing));
        }
        if (operation.equals("update-" + name)) {
            return Optional.of(() -> entities.update(name, params.get("id"), body, writing));
        }
        if (operation.equals("put-" + name + "-by-federated-id")) {
            return Optional.of(() -> entities.upsert(name, params.get("federatedId"), body, writing));
        }
        if (operation.equals("delete-" + name)) {
            return Optional.of(() -> {
                entities.delete(name, params.get("id"), writing);
                return "gone";
            });
        }
        return Optional.empty();
    }

    private static Writing writingOf(Map<String, String> query, CallOptions options) {
        Writing writing = Writing.options().options(options);
        writing = "true".equals(query.get("dryRun")) ? writing.dryRun() : writing;
        return "true".equals(query.get("cascade")) ? writing.cascade() : writing;
    }

    private static Optional<Verb> batch(
            String name, JsonNode request, Map<String, String> query, CallOptions options) {
        JsonNode body = request.get("body");
        if (body.path("atomic").asBoolean(false) || !WRITING.containsAll(query.keySet())) {
            return Optional.empty();
        }
        List<BatchOperation> operations = new ArrayList<>();
        body.get("operations").forEach(one -> operations.add(new BatchOperation(
                one.get("op").asText(),
                one.has("id") ? one.get("id").asText() : null,
                one.has("federatedId") ? one.get("federatedId").asText() : null,
                one.get("object"))));
        Batching batching = body.has("atomic") ? Batching.options().atomic(false) : Batching.options();
        return Optional.of(
                () -> WEFT.entities().batch(name, operations, batching.writing(writingOf(query, options))));
    }

    @TestFactory
    Stream<DynamicTest> whatIsReadAsARecordLosesNothing() {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode file : Contract.examples()) {
            String operation = file.get("operation").asText();
            for (JsonNode pair : file.get("pairs")) {
                JsonNode body = pair.at("/answer/body");
                if (TYPES.containsKey(operation) && pair.at("/answer/status").asInt() < 300 && body.isObject()) {
                    tests.add(DynamicTest.dynamicTest(
                            operation + ": " + pair.get("title").asText(),
                            () -> checkRecord(body, TYPES.get(operation))));
                }
            }
        }
        assertTrue(tests.size() > 20);
        return tests.stream();
    }

    private static void checkRecord(JsonNode body, Class<?> type) throws IOException {
        ObjectMapper mapper = Results.newMapper();
        Iterable<JsonNode> answers = body.has("results") ? body.get("results") : List.of(body);
        for (JsonNode answer : answers) {
            String written = mapper.writeValueAsString(Results.read(answer, type));
            assertEquals(withoutEmpty(answer), withoutEmpty(mapper.readTree(written)));
        }
    }

    /** An absent list and an empty one are the same to a record. */
    private static JsonNode withoutEmpty(JsonNode object) {
        ObjectNode copy = object.deepCopy();
        copy.properties().removeIf(field -> field.getValue().isContainerNode() && field.getValue().isEmpty());
        return copy;
    }
}
