package dev.weft.client.changes;

import dev.weft.client.BatchOperation;
import dev.weft.client.Weft;
import dev.weft.client.testing.WeftService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The end of the log at the start of a test. Tests run in sequence, so all later records are its own. */
final class ChangeWorld {
    final Weft weft;
    /** The end of the log when the test started. */
    final String start;

    ChangeWorld(WeftService service) {
        this.weft = service.weft();
        this.start = weft.changes().list(ChangeSearch.options().limit(1)).coveredUntil();
    }

    /** From the start of the test. */
    Polling polling() {
        return Polling.options().after(start);
    }

    Polling once() {
        return polling().follow(false);
    }

    /** Creates so many records, and returns their ids in log order. */
    List<String> addRecords(int count) {
        return addRecords(count, "item");
    }

    List<String> addRecords(int count, String entityName) {
        List<BatchOperation> operations = new ArrayList<>();
        for (int number = 0; number < count; number += 1) {
            operations.add(BatchOperation.create(Map.of("name", "record " + number)));
        }
        String before = weft.changes().list(ChangeSearch.options().limit(1)).coveredUntil();
        weft.entities().batch(entityName, operations);
        return idsOf(weft.changes().poll(Polling.options().after(before).follow(false)));
    }

    static List<String> idsOf(Iterable<ChangeRecord> records) {
        List<String> ids = new ArrayList<>();
        records.forEach(record -> ids.add(record.id()));
        return ids;
    }
}
