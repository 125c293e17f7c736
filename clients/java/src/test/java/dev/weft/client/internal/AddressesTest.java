package dev.weft.client.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {

    static Stream<Arguments> queries() {
        Map<String, Object> several = new LinkedHashMap<>();
        several.put("limit", 10);
        several.put("includeTotal", true);
        several.put("dryRun", false);
        return Stream.of(
                Arguments.of("nothing", Map.of(), ""),
                Arguments.of("numbers and booleans", several, "?limit=10&includeTotal=true&dryRun=false"),
                Arguments.of("an empty text, which is a value", Map.of("q", ""), "?q="),
                Arguments.of("names, comma-separated", Map.of("fields", List.of("a", "b")), "?fields=a%2Cb"),
                Arguments.of(
                        "an object as jsurl",
                        Map.of("criteria", Map.of("color", "red")),
                        "?criteria=~(color~'red)"),
                Arguments.of(
                        "a text for an object, unchanged",
                        Map.of("criteria", "{\"a\":1}"),
                        "?criteria=%7B%22a%22%3A1%7D"),
                Arguments.of(
                        "characters with a meaning in URLs",
                        Map.of("q", "a&b=c#d+e %é*"),
                        "?q=a%26b%3Dc%23d%2Be%20%25%C3%A9*"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("queries")
    void aQueryIsWritten(String name, Map<String, Object> values, String text) {
        Query query = Query.empty();
        for (Map.Entry<String, Object> value : values.entrySet()) {
            query = query.with(value.getKey(), value.getValue());
        }

        assertEquals(text, query.write(new ObjectMapper()));
    }

    @Test
    void nullFieldsAreOmitted() {
        assertEquals("", Query.empty().with("limit", null).write(new ObjectMapper()));
        assertEquals("", Query.empty().with("limit", 1).with("limit", null).write(new ObjectMapper()));
    }

    @ParameterizedTest
    @CsvSource({
        "AP6U2iy1Fw9WV_Qi, /items/AP6U2iy1Fw9WV_Qi",
        "a/b?c#d%2F, /items/a%2Fb%3Fc%23d%252F",
        "..., /items/...",
        "größe, /items/gr%C3%B6%C3%9Fe",
        "$1, /items/%241"
    })
    void anIdHasItsPlaceInAPath(String id, String path) {
        assertEquals(path, Addresses.fill("/items/{id}", Map.of("id", id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".."})
    void someTextsHaveNoPlaceInAPath(String id) {
        assertThrows(IllegalArgumentException.class, () -> Addresses.fill("/items/{id}", Map.of("id", id)));
    }

    @Test
    void aPathNeedsAllItsParts() {
        assertThrows(IllegalArgumentException.class, () -> Addresses.fill("/items/{id}", Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://weft.example.com/api", "http://127.0.0.1:3000/api/", "HTTP://[::1]:3000/api//"})
    void aTrailingSlashDoesNoHarm(String address) {
        assertEquals(address.replaceAll("/+$", ""), Addresses.requireBaseUrl(address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "weft", "weft.example.com/api", "ftp://weft.example.com", "http://", "http://a b/api"})
    void whatIsNoAddressIsSaidAtOnce(String address) {
        assertThrows(IllegalArgumentException.class, () -> Addresses.requireBaseUrl(address));
    }
}
