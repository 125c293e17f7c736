package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.changes.ChangeAction;
import dev.weft.client.changes.ChangeSearch;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import dev.weft.client.workflows.EventWorkflowProcess;
import dev.weft.client.workflows.ProcessStatus;
import dev.weft.client.workflows.WorkflowStart;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that need neither an operation id nor the id of an entity. */
@ExtendWith(SharedService.class)
class EverydayCallsTest {
    private Weft weft;
    private String key;

    @BeforeEach
    void begin(WeftService service) {
        weft = service.weft();
        key = UUID.randomUUID().toString();
    }

    @Test
    void anEntityIsUpdatedAndDeletedByItsExternalId() {
        Entities<JsonNode> entities = weft.entities();
        entities.upsert("item", key, Map.of("name", "Cape", "color", "red"));

        JsonNode updated = entities.updateByFederatedId("item", key, Map.of("price", 5), Writing.options().ifMatch(1));
        entities.deleteByFederatedId("item", key);

        assertEquals("red 5", updated.get("color").asText() + " " + updated.get("price").asInt());
        assertThrows(NotFoundException.class, () -> entities.getByFederatedId("item", key));
        assertThrows(NotFoundException.class, () -> entities.updateByFederatedId("item", key, Map.of("price", 5)));
        assertThrows(NotFoundException.class, () -> entities.deleteByFederatedId("item", key));
    }

    @Test
    void aBatchAddressesEntitiesByTheirExternalIds() {
        weft.entities().upsert("item", key, Map.of("name", "Cape"));

        List<BatchResult<JsonNode>> results = weft.entities().batch("item", List.of(
                BatchOperation.updateByFederatedId(key, Map.of("price", 5)),
                BatchOperation.deleteByFederatedId(key)));

        assertEquals(List.of(200, 204), results.stream().map(BatchResult::status).toList());
    }

    @Test
    @SuppressWarnings("deprecation")
    void aFailedOperationOfABatchHasAProblem() {
        List<BatchOperation> operations = List.of(BatchOperation.update("AAAAAAAAAAAAAAAA", Map.of("name", "x")));

        BatchResult<JsonNode> result =
                weft.entities().batch("item", operations, Batching.options().atomic(false)).get(0);

        Problem problem = result.problem().orElseThrow();
        assertEquals("404 not-found", problem.status() + " " + problem.code());
        assertEquals(problem.detail(), result.problemJson().orElseThrow().get("detail").asText());
    }

    @Test
    void theAsynchronousSessionHasTheShortCallsToo() {
        AsyncEntities<JsonNode> entities = weft.async().entities();

        String id = entities.create("item", Map.of("name", key)).join().get("id").asText();
        entities.update("item", id, Map.of("federatedId", key)).join();
        entities.updateByFederatedId("item", key, Map.of("price", 5), Writing.options()).join();

        assertEquals(5, entities.getByFederatedId("item", key).join().get("price").asInt());
        assertTrue(entities.list("item").join().results().size() > 0);
        entities.deleteByFederatedId("item", key, Writing.options()).join();
        entities.upsert("item", key, Map.of("name", key)).join();
        assertEquals(1, entities.batch("item", List.of(BatchOperation.deleteByFederatedId(key))).join().size());
    }

    @Test
    void entitiesAreCountedAndSummedByGroup() {
        for (int price : new int[] {10, 20, 60}) {
            weft.entities().create("item", Map.of("name", key, "batch", key, "price", price));
        }
        Aggregation aggregation = Aggregation.options()
                .groupBy("price:50", "typePath")
                .metrics("sum:price")
                .criteria(Map.of("batch", key))
                .orderBy("price")
                .limit(1);

        EntityGroups groups = weft.entities().aggregate("item", aggregation);

        EntityGroups.Group first = groups.results().get(0);
        assertEquals(2, groups.totalGroups());
        assertEquals(2, first.count());
        assertEquals(30, first.metrics().get("sum:price").asInt());
        assertEquals(0, first.group().get("price").value().asInt());
        assertEquals(50, first.group().get("price").to().intValueExact());
        assertEquals("Item", first.group().get("typePath").label());
        Aggregation nothing = Aggregation.options().groupBy("price").criteria(Map.of("batch", "none of " + key));
        assertEquals(List.of(), weft.async().entities().aggregate("item", nothing).join().results());
        assertThrows(
                IllegalArgumentException.class, () -> weft.entities().aggregate("user", Aggregation.options()));
    }

    @Test
    void aWorkflowIsStartedByItsTriggerKey() {
        String trigger = "manual|" + key;
        weft.entities().create("event-workflow", Map.of(
                "name", key,
                "triggers", List.of(trigger),
                "tasks", List.of(Map.of("name", "ask", "action", "external", "config", Map.of()))));
        WorkflowStart start = WorkflowStart.options().event(Map.of("newData", Map.of("name", "Cape")));

        EventWorkflowProcess started = weft.workflows().start(trigger, start).get(0);
        Eventually.until(
                "it awaits the task",
                () -> weft.workflows().get(started.id()).processStatus() == ProcessStatus.AWAITING);
        EventWorkflowProcess process = weft.workflows().get(started.id());
        EventWorkflowProcess canceled = weft.workflows().cancel(started.id());

        assertEquals("Cape", process.triggerEvent().at("/newData/name").asText());
        assertEquals("ask", process.tasks().get(0).name());
        assertEquals(started.id(), canceled.id());
        Listing listing = Listing.options().criteria(Map.of("eventWorkflowId", started.eventWorkflowId()));
        assertEquals(1, weft.workflows().list(listing).results().size());
        assertEquals(1, weft.async().workflows().start(trigger, start).join().size());
    }

    @Test
    void aWorkflowWithoutWaitingTasksIsRunToItsEnd() {
        String trigger = "manual|" + key;
        weft.entities().create("event-workflow", Map.of(
                "name", key, "triggers", List.of(trigger), "tasks", List.of(
                        Map.of("name", "wait", "action", "delay", "config", Map.of("seconds", 0)))));

        EventWorkflowProcess process = weft.workflows().run(trigger, WorkflowStart.options());

        assertEquals(ProcessStatus.COMPLETED, process.processStatus(), () -> String.valueOf(process.failure()));
    }

    @Test
    void theActionOfAChangeIsAnEnum() {
        weft.entities().create("item", Map.of("name", key));

        ChangeSearch last = ChangeSearch.options().entityType("item").limit(1);

        assertEquals(ChangeAction.CREATE, weft.changes().list(last).results().get(0).changeAction());
    }

    @ParameterizedTest
    @CsvSource({
        "request-event-workflow, request-event-workflows",
        "list-item, list-items",
        "get-itm, get-item",
        "updat-item, update-item"
    })
    void anUnknownOperationIsReportedWithTheNearestOne(String unknown, String nearest) {
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> weft.call(unknown));

        assertTrue(error.getMessage().contains("Did you mean " + nearest + "?"), error.getMessage());
    }

    @Test
    void anUnknownEntityIsReportedWithTheNearestOneIfAnyIsSimilar() {
        IllegalArgumentException similar =
                assertThrows(IllegalArgumentException.class, () -> weft.entities().get("itm", "x"));
        IllegalArgumentException strange =
                assertThrows(IllegalArgumentException.class, () -> weft.entities().get("xylophone", "x"));

        assertTrue(similar.getMessage().contains("Did you mean item?"), similar.getMessage());
        assertEquals("Unknown entity xylophone. Use the singular name, such as item.", strange.getMessage());
    }
}
