package dev.weft.client.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Method and path by operation id, and the kinds derived from them. A test compares it with the contract. */
public final class OperationTable {
    private static final Map<String, Operation> OPERATIONS = load();
    private static final Map<String, String> PLURALS = findPlurals();

    private OperationTable() {}

    /** Keyed operations accept an Idempotency-Key. */
    public record Operation(String id, String method, String path, boolean isKeyed) {}

    public static Map<String, Operation> operations() {
        return OPERATIONS;
    }

    public static Operation get(String id) {
        Operation operation = OPERATIONS.get(id);
        if (operation == null) {
            throw new IllegalArgumentException(
                    "Unknown operation " + id + "." + Nearest.hint(id, OPERATIONS.keySet())
                            + " Ids are listed in the API reference, such as list-items.");
        }
        return operation;
    }

    /** Plural names of the kinds, by singular name. */
    public static Map<String, String> plurals() {
        return PLURALS;
    }

    public static String pluralOf(String entityName) {
        String plural = PLURALS.get(entityName);
        if (plural == null) {
            throw new IllegalArgumentException(
                    "Unknown entity " + entityName + "." + Nearest.hint(entityName, PLURALS.keySet())
                            + " Use the singular name, such as item.");
        }
        return plural;
    }

    private static Map<String, Operation> load() {
        try (InputStream stream = OperationTable.class.getResourceAsStream("operations.txt");
                BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .map(line -> line.split(" "))
                    .map(words -> new Operation(words[0], words[1], words[2], words.length > 3))
                    .collect(Collectors.collectingAndThen(
                            Collectors.toMap(Operation::id, Function.identity(), (one, other) -> one, TreeMap::new),
                            Collections::unmodifiableMap));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** A kind can be read by its id and listed. */
    private static Map<String, String> findPlurals() {
        Map<String, String> plurals = new TreeMap<>();
        for (Operation operation : OPERATIONS.values()) {
            String plural = operation.path().replaceAll("^/|/\\{id}$", "");
            boolean isRead = operation.id().startsWith("get-") && operation.path().equals("/" + plural + "/{id}");
            if (isRead && OPERATIONS.containsKey("list-" + plural)) {
                plurals.put(operation.id().substring("get-".length()), plural);
            }
        }
        return Collections.unmodifiableMap(plurals);
    }
}
