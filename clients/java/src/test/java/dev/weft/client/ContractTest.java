package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.changes.ChangeAction;
import dev.weft.client.changes.ChangeConsumer;
import dev.weft.client.changes.ChangeRecord;
import dev.weft.client.files.StoredFile;
import dev.weft.client.internal.OperationTable;
import dev.weft.client.loader.LoadCounts;
import dev.weft.client.loader.LoadIssue;
import dev.weft.client.loader.LoadProgress;
import dev.weft.client.loader.LoadStatus;
import dev.weft.client.loader.LoadUndo;
import dev.weft.client.loader.LoaderProcess;
import dev.weft.client.tasks.CallbackReceipt;
import dev.weft.client.tasks.CallbackStatus;
import dev.weft.client.tasks.EventWorkflowTask;
import dev.weft.client.tasks.TaskStatus;
import dev.weft.client.testing.Contract;
import dev.weft.client.workflows.EventWorkflowProcess;
import dev.weft.client.workflows.ProcessStatus;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The client matches the contract of the service. */
class ContractTest {
    private static final JsonNode OPENAPI = Contract.openapi();

    @Test
    void theTableOfOperationsIsThatOfTheContract() throws IOException {
        List<String> lines = new ArrayList<>();
        OPENAPI.get("paths").properties().forEach(path -> path.getValue().properties().stream()
                .filter(method -> method.getValue().has("operationId"))
                .forEach(method -> lines.add(lineOf(path.getKey(), method.getKey(), method.getValue()))));
        String expected = lines.stream().sorted().collect(Collectors.joining("\n")) + "\n";
        Path table = Path.of("src/main/resources/dev/weft/client/internal/operations.txt");
        String actual = Files.readString(Contract.module().resolve(table));

        Files.writeString(Contract.module().resolve("target/operations.txt"), expected);
        assertEquals(expected, actual, "Copy target/operations.txt to " + table + ".");
    }

    private static String lineOf(String path, String method, JsonNode operation) {
        boolean isKeyed = StreamSupport.stream(operation.path("parameters").spliterator(), false)
                .anyMatch(parameter -> parameter.path("$ref").asText().endsWith("/IdempotencyKey"));
        return operation.get("operationId").asText() + " " + method.toUpperCase() + " " + path
                + (isKeyed ? " keyed" : "");
    }

    @Test
    void theKindsAreThoseOfTheContract() {
        Set<String> readable = new TreeSet<>();
        OPENAPI.get("paths").properties().forEach(path -> path.getValue().properties().stream()
                .map(method -> method.getValue().path("operationId").asText())
                .filter(id -> id.startsWith("get-") && path.getKey().matches("/[a-z-]+/\\{id}"))
                .forEach(id -> readable.add(id.substring("get-".length()))));

        assertEquals(readable, OperationTable.plurals().keySet());
        assertTrue(readable.containsAll(Set.of("item", "custom-entity", "loader-process", "event-workflow-task")));
        assertEquals("custom-entities", OperationTable.pluralOf("custom-entity"));
    }

    static Stream<Arguments> records() {
        return Stream.of(
                Arguments.of("ChangeRecord", ChangeRecord.class),
                Arguments.of("ChangeConsumer", ChangeConsumer.class),
                Arguments.of("StoredFile", StoredFile.class),
                Arguments.of("EventWorkflowTask", EventWorkflowTask.class),
                Arguments.of("EventWorkflowProcess", EventWorkflowProcess.class),
                Arguments.of("EventWorkflowTaskClaim", EventWorkflowTask.Claim.class),
                Arguments.of("EventWorkflowFailure", EventWorkflowTask.Failure.class),
                Arguments.of("CallbackReceipt", CallbackReceipt.class),
                Arguments.of("LoadProgress", LoadProgress.class),
                Arguments.of("LoadCounts", LoadCounts.class),
                Arguments.of("LoadIssue", LoadIssue.class),
                Arguments.of("LoadUndo", LoadUndo.class),
                Arguments.of("RequestFault", RequestFault.class));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("records")
    void aRecordHasTheFieldsOfItsSchema(String schema, Class<?> type) {
        assertEquals(fieldsOf(schema), componentsOf(type));
    }

    @Test
    void aRecordThatKeepsTheRestAsJsonHasOnlyFieldsOfItsSchema() {
        Set<String> known = componentsOf(LoaderProcess.class);
        known.remove("json");

        assertTrue(fieldsOf("LoaderProcess").containsAll(known), () -> known + "");
        assertTrue(fieldsOf("Whoami").containsAll(componentsOf(Whoami.class)));
    }

    static Stream<Arguments> enums() {
        return Stream.of(
                Arguments.of("ChangeRecord/properties/action", ChangeAction.values()),
                Arguments.of("EventWorkflowTask/properties/status", TaskStatus.values()),
                Arguments.of("CallbackReceipt/properties/status", CallbackStatus.values()),
                Arguments.of("LoaderProcess/properties/status", LoadStatus.values()),
                Arguments.of("EventWorkflowProcess/properties/status", ProcessStatus.values()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("enums")
    void anEnumHasTheValuesOfItsSchemaAndUnknown(String pointer, Enum<?>[] values) {
        Set<String> expected = new TreeSet<>(Set.of("UNKNOWN"));
        OPENAPI.at("/components/schemas/" + pointer + "/enum")
                .forEach(value -> expected.add(value.asText().toUpperCase(Locale.ROOT)));

        assertEquals(expected, Arrays.stream(values).map(Enum::name).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void theErrorCodesAreThoseOfTheContractAndOfTheClient() throws IOException {
        Set<String> expected = new TreeSet<>(Set.of("UNKNOWN", "UNREACHABLE", "TIMED_OUT", "FOREIGN_ANSWER"));
        String source = Files.readString(Contract.module().resolve("../../contract/src/errors.ts"));
        Matcher keys = Pattern.compile("(?m)^ {2}\"?([a-z-]+)\"?: \\{$").matcher(source);
        while (keys.find()) {
            expected.add(keys.group(1).toUpperCase(Locale.ROOT).replace('-', '_'));
        }

        assertTrue(expected.size() > 30);
        assertEquals(
                expected,
                Arrays.stream(ErrorCode.values()).map(Enum::name).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void theVersionsAgree() throws IOException {
        String version = OPENAPI.at("/info/version").asText();
        String pom = Files.readString(Contract.module().resolve("pom.xml"));
        String builder = Files.readString(Contract.module().resolve("src/main/java/dev/weft/client/WeftBuilder.java"));

        assertTrue(pom.contains("<artifactId>weft-client</artifactId>\n  <version>" + version + "</version>"));
        assertTrue(builder.contains("VERSION = \"" + version + "\""));
    }

    private static Set<String> fieldsOf(String schema) {
        Set<String> names = new TreeSet<>();
        OPENAPI.at("/components/schemas/" + schema + "/properties").fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Set<String> componentsOf(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
