package dev.weft.client.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.client.changes.ChangeRecord;
import dev.weft.client.loader.LoaderProcess;
import dev.weft.client.tasks.EventWorkflowTask;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsTest {
    @Test
    void resultsAreImmutable() throws Exception {
        String json = "{\"id\": \"C1\", \"propertyDiffs\": {\"name\": {\"newValue\": 1}}, \"unknown\": [1]}";
        String task = "{\"logs\": [\"one\"], \"createdOn\": \"2026-01-15T09:30:00.000Z\"}";

        ChangeRecord record = Results.read(Results.parse(json), ChangeRecord.class);
        EventWorkflowTask read = Results.read(Results.parse(task), EventWorkflowTask.class);

        assertEquals("C1", record.id());
        assertEquals(1, record.propertyDiffs().get("name").newValue().asInt());
        assertThrows(UnsupportedOperationException.class, () -> record.propertyDiffs().clear());
        assertThrows(UnsupportedOperationException.class, () -> read.logs().clear());
        assertEquals(Instant.parse("2026-01-15T09:30:00Z"), read.createdOn());
    }

    @Test
    void missingListsAndMapsAreEmpty() throws Exception {
        EventWorkflowTask task = Results.read(Results.parse("{\"outputSources\": null}"), EventWorkflowTask.class);
        LoaderProcess load = Results.readWithJson(Results.parse("{\"id\": \"L1\"}"), LoaderProcess.class);

        assertEquals(List.of(), task.logs());
        assertEquals(Map.of(), task.outputSources());
        assertEquals(List.of(), load.issues());
        assertEquals("L1", load.json().get("id").asText());
        assertEquals(false, load.json().has("json"));
    }

    @Test
    void anUnexpectedResponseIsReported() throws Exception {
        assertThrows(
                IllegalStateException.class,
                () -> Results.read(Results.parse("{\"createdOn\": \"yesterday\"}"), ChangeRecord.class));
    }
}
