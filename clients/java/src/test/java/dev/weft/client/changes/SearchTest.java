package dev.weft.client.changes;

import static dev.weft.client.changes.ChangeWorld.idsOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.Weft;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedService.class)
class SearchTest {
    private ChangeWorld world;
    private Weft weft;

    @BeforeEach
    void begin(WeftService service) {
        world = new ChangeWorld(service);
        weft = world.weft;
    }

    @Test
    void aSearchFindsTheChangesOfOneEntityTheNewestFirst() {
        String id = weft.entities().create("item", Map.of("name", "one")).get("id").asText();
        weft.entities().update("item", id, Map.of("name", "two"));
        ChangeSearch search = ChangeSearch.options().criteria(Map.of("entityReference", "item:" + id));

        List<ChangeRecord> found = weft.changes().list(search).results();
        List<ChangeRecord> oldest = weft.changes().list(search.order("createdOn", "asc")).results();

        assertEquals(List.of("update", "create"), found.stream().map(ChangeRecord::action).toList());
        assertEquals(List.of(1L, 2L), oldest.stream().map(ChangeRecord::entityVersion).toList());
        PropertyDiff diff = found.get(0).propertyDiffs().get("name");
        assertEquals(List.of("one", "two"), List.of(diff.oldValue().asText(), diff.newValue().asText()));
        assertEquals("app", found.get(0).createdBy().type());
    }

    @Test
    void allReadsPageAfterPage() {
        List<String> ids = world.addRecords(5);
        ChangeSearch search = ChangeSearch.options().entityType("item").limit(2);
        Map<String, String> today = Map.of("createdOn", "BETWEEN 2000-01-01 and 2999-12-31");

        ChangeSearchPage first = weft.changes().list(search);
        List<String> latest = new ArrayList<>();
        for (ChangeRecord record : weft.changes().all(search.criteria(today))) {
            latest.add(record.id());
            if (latest.size() == 5) {
                break;
            }
        }

        Collections.reverse(latest);
        assertEquals(ids, latest);
        assertTrue(first.nextPageKey().isPresent());
        // Newest first, so older records follow on later pages.
        assertTrue(first.coveredUntilTime().isBefore(first.results().get(0).createdOn()));
    }

    @Test
    void anExportHasAllRecordsOldestFirst() {
        List<String> items = world.addRecords(3);
        List<String> colors = world.addRecords(2, "color");
        ChangeExport all = ChangeExport.options().after(world.start);

        try (ChangeRecords records = weft.changes().export(all);
                ChangeRecords ofItems = weft.changes().export(all.entityType("item"));
                ChangeRecords ofColors = weft.changes().export(all.criteria(Map.of("entityType", "color")))) {
            assertEquals(5, idsOf(records).size());
            assertEquals(items, idsOf(ofItems));
            assertEquals(colors, idsOf(ofColors));
        }
    }

    @Test
    void anExportCanBeClosedEarly() {
        List<String> ids = world.addRecords(3);

        try (ChangeRecords records = weft.changes().export(ChangeExport.options().after(world.start))) {
            assertEquals(ids.get(0), records.next().id());
        }

        assertEquals("demo", weft.whoami().org().slug());
    }
}
