package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Nulls of records are left out of writes; clearing a field is explicit. */
@ExtendWith(SharedService.class)
class NullsTest {
    private Weft weft;
    private String key;
    private String id;

    record Item(String name, String color, Part part) {
        static Item named(String name) {
            return new Item(name, null, null);
        }
    }

    record Part(String code, String supplier) {}

    @BeforeEach
    void begin(WeftService service) {
        weft = service.weft();
        key = UUID.randomUUID().toString();
        id = weft.entities().upsert("item", key, Map.of("name", "One", "color", "red")).get("id").asText();
    }

    @Test
    void aNullOfARecordKeepsTheField() {
        assertEquals("red", weft.entities().upsert("item", key, Item.named("Two!")).path("color").asText());
        assertEquals("red", weft.entities().update("item", id, Item.named("Three")).path("color").asText());
        JsonNode batched = weft.entities()
                .batch("item", List.of(BatchOperation.update(id, Item.named("Four"))))
                .get(0).object().orElseThrow();
        assertEquals("red", batched.path("color").asText());
        OperationInput input = OperationInput.options().param("id", id).body(Item.named("Five"));
        assertEquals("red", weft.call("update-item", input).path("color").asText());
    }

    @Test
    void aNullOfANestedRecordIsLeftOutToo() {
        JsonNode item = weft.entities().update("item", id, new Item("One", null, new Part("P-1", null)));

        assertEquals("{\"code\":\"P-1\"}", item.get("part").toString());
    }

    @Test
    void aPatchClearsFields() {
        Patch patch = Patch.of(Item.named("Two")).clear("color");

        JsonNode updated = weft.entities().update("item", id, patch);
        weft.entities().update("item", id, Map.of("color", "blue"));
        JsonNode batched = weft.entities()
                .batch("item", List.of(BatchOperation.update(id, Patch.clearing("color"))))
                .get(0).object().orElseThrow();

        assertEquals("Two", updated.get("name").asText());
        assertTrue(updated.path("color").isMissingNode());
        assertTrue(batched.path("color").isMissingNode());
    }

    @Test
    void aNullOfAMapClearsTheField() {
        JsonNode item = weft.entities().update("item", id, Collections.singletonMap("color", null));

        assertTrue(item.path("color").isMissingNode());
    }

    @Test
    void aPatchThatWritesAndClearsAFieldIsRejected() {
        Patch both = Patch.of(Map.of("color", "red")).clear("color");

        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> weft.entities().update("item", id, both));

        assertTrue(error.getMessage().contains("writes and clears color"), error.getMessage());
    }

    @Test
    void theCallersMapperLeavesNullsOutUnlessItHasARuleOfItsOwn(WeftService service) {
        ObjectMapper plain = new ObjectMapper();
        ObjectMapper chosen = new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.ALWAYS);

        JsonNode kept = with(service, plain).entities().update("item", id, Item.named("Two"));
        JsonNode cleared = with(service, chosen).entities().update("item", id, Item.named("Three"));

        assertEquals("red", kept.path("color").asText());
        assertTrue(cleared.path("color").isMissingNode());
    }

    @Test
    void aMapperThatCannotBeCopiedIsRejectedWithTheReason() {
        ObjectMapper own = new ObjectMapper() {
            private static final long serialVersionUID = 1L;
        };
        WeftBuilder builder = Weft.builder().objectMapper(own);

        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, builder::build);

        assertTrue(error.getMessage().contains("Override copy()"), error.getMessage());
    }

    private static Weft with(WeftService service, ObjectMapper mapper) {
        return service.builder(service.baseUrl()).objectMapper(mapper).build();
    }
}
