package dev.weft.client.internal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.Jsurl;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The query parameters of a URL, in order. Immutable. */
public final class Query {
    private static final Query EMPTY = new Query(Map.of());

    private final Map<String, Object> values;

    private Query(Map<String, Object> values) {
        this.values = values;
    }

    public static Query empty() {
        return EMPTY;
    }

    /** Null omits the parameter. */
    public Query with(String name, Object value) {
        Map<String, Object> others = new LinkedHashMap<>(values);
        if (value == null) {
            others.remove(name);
        } else {
            others.put(name, value);
        }
        return new Query(Collections.unmodifiableMap(others));
    }

    /** Those of the other one take precedence. */
    public Query with(Query other) {
        Map<String, Object> others = new LinkedHashMap<>(values);
        others.putAll(other.values);
        return new Query(Collections.unmodifiableMap(others));
    }

    public Map<String, Object> values() {
        return values;
    }

    /** Empty, or with its question mark. */
    public String write(ObjectMapper mapper) {
        String pairs = values.entrySet().stream()
                .map(pair -> Addresses.encode(pair.getKey()) + "=" + Addresses.encode(text(pair.getValue(), mapper)))
                .collect(Collectors.joining("&"));
        return pairs.isEmpty() ? "" : "?" + pairs;
    }

    private static String text(Object value, ObjectMapper mapper) {
        if (value instanceof CharSequence || value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Collection<?> names) {
            return names.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
        return Jsurl.write(mapper.valueToTree(value));
    }
}
