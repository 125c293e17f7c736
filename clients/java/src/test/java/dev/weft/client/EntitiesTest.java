package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import dev.weft.client.changes.ChangeSearch;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedService.class)
class EntitiesTest {
    private Weft weft;
    /** Part of all names in a test, so that they are unique. */
    private String mark;

    record Item(String id, String name, Double price, LocalDate soldFrom, Instant createdOn, Long version) {
        static Item named(String name) {
            return new Item(null, name, null, null, null, null);
        }
    }

    @BeforeEach
    void begin(WeftService service) {
        weft = service.weft();
        mark = UUID.randomUUID().toString().substring(0, 8);
    }

    @Test
    void aMapIsSentAndReadAsAMap() {
        Entities<Map<String, Object>> entities = weft.entities().asMaps();

        Map<String, Object> made = entities.create("item", Map.of("name", mark, "price", 12.5));

        assertEquals(12.5, entities.get("item", String.valueOf(made.get("id"))).get("price"));
    }

    @Test
    void aTreeIsSentAndReadAsATree() {
        JsonNode draft = weft.mapper().createObjectNode().put("name", mark).put("price", 12.5);

        JsonNode made = weft.entities().create("item", draft);

        assertEquals(made, weft.entities().get("item", made.get("id").asText()));
    }

    @Test
    void aRecordIsSentAndReadAsARecord() {
        Entities<Item> items = weft.entities().as(Item.class);
        Item draft = new Item(null, mark, 12.5, LocalDate.of(2026, 3, 1), null, null);

        Item made = items.create("item", draft);

        assertEquals(made, items.get("item", made.id()));
        assertEquals(draft.soldFrom(), made.soldFrom());
        assertTrue(made.createdOn().isAfter(Instant.parse("2026-01-01T00:00:00Z")));
        assertEquals(1, made.version());
    }

    @Test
    void aTypeWithParametersIsReadToo() {
        String id = weft.entities().create("item", Map.of("name", mark)).get("id").asText();

        Map<String, JsonNode> read =
                weft.entities().as(new TypeReference<Map<String, JsonNode>>() {}).get("item", id);

        assertEquals(mark, read.get("name").asText());
    }

    @Test
    void aMismatchedTypeIsReportedWithItsName() {
        record Strange(int name) {}
        String id = weft.entities().create("item", Map.of("name", "Parka " + mark)).get("id").asText();

        IllegalArgumentException error = assertThrows(
                IllegalArgumentException.class, () -> weft.entities().as(Strange.class).get("item", id));

        assertTrue(error.getMessage().contains("Strange"));
    }

    @Test
    void theMapperMayBeTheCallersOwn(WeftService service) {
        ObjectMapper mapper = new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        Weft own = service.builder(service.baseUrl()).objectMapper(mapper).build();
        record Style(String styleNo) {}

        JsonNode made = own.entities().create("item", Map.of("name", mark, "style", new Style("S-1")));

        assertEquals("S-1", made.at("/style/style_no").asText());
        assertFalse(own.whoami().isAdministrator() && own.whoami().org().slug().isEmpty());
    }

    @Test
    void anUpdateChangesOnlySentFields() {
        Entities<JsonNode> entities = weft.entities();
        String id = entities.create("item", Map.of("name", mark, "price", 1, "season", "FW")).get("id").asText();

        entities.update("item", id, weft.mapper().createObjectNode().putNull("season").put("price", 2));

        JsonNode after = entities.get("item", id);
        assertEquals(2, after.get("price").asInt());
        assertNull(after.get("season"));
        assertEquals(mark, after.get("name").asText());
    }

    @Test
    void anUpdateOfAnOldVersionIsRejected() {
        String id = weft.entities().create("item", Map.of("name", mark)).get("id").asText();
        weft.entities().update("item", id, Map.of("name", mark + "2"), Writing.options().ifMatch(1));

        PreconditionFailedException error = assertThrows(
                PreconditionFailedException.class,
                () -> weft.entities().update("item", id, Map.of("name", "x"), Writing.options().ifMatch(1)));

        assertEquals(412, error.status());
        assertEquals(2, error.problem().extensions().get("currentVersion").asInt());
    }

    @Test
    void aDryRunWritesNothing() {
        JsonNode planned = weft.entities().create("item", Map.of("name", mark), Writing.options().dryRun());

        assertEquals(mark, planned.get("name").asText());
        assertEquals(List.of(), named(mark).results());
    }

    @Test
    void anExternalIdCanBeUsedAsAnId() {
        Entities<JsonNode> entities = weft.entities();
        String key = "erp/" + mark + " #1";

        JsonNode made = entities.upsert("item", key, Map.of("name", mark));
        JsonNode changed = entities.upsert("item", key, Map.of("name", mark + "2"));

        assertEquals(made.get("id"), changed.get("id"));
        assertEquals(changed, entities.getByFederatedId("item", key));
        JsonNode version = entities.getByFederatedId("item", key, Reading.options().fields("version"));
        assertEquals(2, version.get("version").asInt());
    }

    @Test
    void anEntityCanBeReadAsItWas() {
        String id = weft.entities().create("item", Map.of("name", mark)).get("id").asText();
        String cursor = weft.changes().list(ChangeSearch.options().limit(1)).results().get(0).id();
        weft.entities().update("item", id, Map.of("name", mark + "2"));

        JsonNode before = weft.entities().get("item", id, Reading.options().asOf(cursor));

        assertEquals(mark, before.get("name").asText());
    }

    @Test
    void aDeletedEntityIsNotFound() {
        String id = weft.entities().create("item", Map.of("name", mark)).get("id").asText();

        weft.entities().delete("item", id);

        NotFoundException error =
                assertThrows(NotFoundException.class, () -> weft.entities().get("item", id));
        assertEquals("not-found", error.code());
        assertFalse(error.requestId().isEmpty());
    }

    @Test
    void aListHasSeveralOrders() {
        createNumbered(3);
        Listing listing = Listing.options()
                .criteria(Map.of("name", Map.of("startsWith", mark)))
                .orderBy("typePath")
                .thenByDescending("price")
                .thenBy("id")
                .limit(1);
        List<Integer> prices = new ArrayList<>();

        weft.entities().all("item", listing).forEach(item -> prices.add(item.get("price").asInt()));

        assertEquals(List.of(2, 1, 0), prices);
        assertThrows(IllegalStateException.class, () -> Listing.options().thenBy("name"));
    }

    @Test
    void aListHasPagesCriteriaOrderAndATotal() {
        createNumbered(5);
        Listing listing = Listing.options()
                .criteria(Map.of("name", Map.of("startsWith", mark)))
                .orderByDescending("price")
                .fields("name", "price")
                .limit(2)
                .includeTotal();

        Page<JsonNode> first = weft.entities().list("item", listing);
        List<Integer> sizes = new ArrayList<>();
        weft.entities().pages("item", listing).forEach(page -> sizes.add(page.results().size()));
        List<Integer> prices = new ArrayList<>();
        weft.entities().all("item", listing).forEach(item -> prices.add(item.get("price").asInt()));
        Optional<JsonNode> third = weft.entities().stream("item", listing).skip(2).findFirst();

        assertEquals(5, first.total().orElseThrow());
        assertTrue(first.nextPageKey().isPresent());
        assertEquals(List.of(2, 2, 1), sizes);
        assertEquals(List.of(4, 3, 2, 1, 0), prices);
        assertEquals(2, third.orElseThrow().get("price").asInt());
    }

    @Test
    void parametersCanBeGivenByTheirNames() {
        createNumbered(3);

        Listing listing = Listing.options().queryParams(Map.of("limit", 2, "q", mark));
        Page<JsonNode> page = weft.entities().list("item", listing);

        assertEquals(2, page.results().size());
        assertTrue(weft.entities().list("item").results().size() >= 3);
    }

    @Test
    void aBatchIsAtomic() {
        String id = weft.entities().create("item", Map.of("name", mark)).get("id").asText();

        List<BatchResult<JsonNode>> results = weft.entities().batch("item", List.of(
                BatchOperation.create(Item.named(mark + "-new")),
                BatchOperation.update(id, Map.of("price", 3)),
                BatchOperation.upsert("key-" + mark, Map.of("name", mark + "-key"))));
        BadRequestException error = assertThrows(BadRequestException.class, () -> weft.entities()
                .batch("item", List.of(BatchOperation.delete(id), BatchOperation.delete("AAAAAAAAAAAAAAAA"))));

        assertEquals(List.of(201, 200, 201), results.stream().map(BatchResult::status).toList());
        assertEquals(Optional.of(id), results.get(1).id());
        assertEquals(3, results.get(1).object().orElseThrow().get("price").asInt());
        assertTrue(error.problem().extensions().containsKey("results"));
        assertEquals(id, weft.entities().get("item", id).get("id").asText());
    }

    @Test
    void aBatchCanRunNonAtomically() {
        String id = weft.entities().create("item", Map.of("name", mark)).get("id").asText();

        List<BatchResult<JsonNode>> results = weft.entities().batch(
                "item",
                List.of(BatchOperation.delete("AAAAAAAAAAAAAAAA"), BatchOperation.delete(id)),
                Batching.options().atomic(false));

        assertEquals(404, results.get(0).status());
        assertEquals("not-found", results.get(0).problem().orElseThrow().code());
        assertEquals(Optional.empty(), results.get(1).problem());
        assertThrows(NotFoundException.class, () -> weft.entities().get("item", id));
    }

    @Test
    void everyErrorOfARequestIsListed() {
        Map<String, Object> wrong = Map.of("name", 7, "typePath", "color");

        BadRequestException error =
                assertThrows(BadRequestException.class, () -> weft.entities().create("item", wrong));

        assertEquals("invalid-request", error.code());
        assertFalse(error.problem().errors().isEmpty());
        assertTrue(error.getMessage().contains(error.problem().errors().get(0).pointer()));
    }

    @Test
    void anUnknownKindOrVerbIsRejectedBeforeTheCall() {
        IllegalArgumentException kind =
                assertThrows(IllegalArgumentException.class, () -> weft.entities().get("items", "x"));
        IllegalArgumentException verb = assertThrows(
                IllegalArgumentException.class,
                () -> weft.entities().create("event-workflow-task", Map.of("name", "x")));

        assertTrue(kind.getMessage().contains("singular"));
        assertTrue(verb.getMessage().contains("does not support this verb"));
    }

    private void createNumbered(int count) {
        List<BatchOperation> operations = new ArrayList<>();
        for (int number = 0; number < count; number += 1) {
            operations.add(BatchOperation.create(Map.of("name", mark + " " + number, "price", number)));
        }
        weft.entities().batch("item", operations);
    }

    private Page<JsonNode> named(String name) {
        return weft.entities().list("item", Listing.options().criteria(Map.of("name", name)));
    }
}
