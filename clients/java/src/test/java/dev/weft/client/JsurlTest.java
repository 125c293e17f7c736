package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsurlTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static JsonNode vectors() throws IOException {
        try (InputStream stream = JsurlTest.class.getResourceAsStream("/jsurl-vectors.json")) {
            return MAPPER.readTree(stream);
        }
    }

    static Stream<Arguments> valid() throws IOException {
        return StreamSupport.stream(vectors().get("valid").spliterator(), false)
                .map(vector -> Arguments.of(vector.get("jsurl").asText(), vector.get("value")));
    }

    static Stream<String> rejected() throws IOException {
        return StreamSupport.stream(vectors().get("refuse").spliterator(), false).map(JsonNode::asText);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("valid")
    void isWrittenAndReadAsTheSharedVectorsHaveIt(String text, JsonNode value) {
        assertEquals(text, Jsurl.write(value));
        assertEquals(value, Jsurl.parse(text));
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("rejected")
    void isRefusedAsTheSharedVectorsHaveIt(String text) {
        assertThrows(IllegalArgumentException.class, () -> Jsurl.parse(text));
    }

    @Test
    void aQuoteThatABrowserHasEncodedIsReadToo() throws IOException {
        JsonNode vector = vectors().get("alsoAccepted").get(0);

        assertEquals(vector.get("value"), Jsurl.parse(vector.get("jsurl").asText()));
    }

    static Stream<Arguments> edges() {
        Map<String, Object> absent = new HashMap<>();
        absent.put("a", null);
        return Stream.of(
                Arguments.of("a null member", absent, "~(a~null)"),
                Arguments.of("a null item", Arrays.asList(null, 1), "~(~null~1)"),
                Arguments.of("null itself", null, "~null"),
                Arguments.of("NaN", Double.NaN, "~null"),
                Arguments.of("-0", -0.0, "~0"),
                Arguments.of("a whole number stored as a decimal", 42.0, "~42"),
                Arguments.of("21 digits", 1e20, "~100000000000000000000"),
                // An unencoded plus sign would be parsed as a blank.
                Arguments.of("an infinite number", 1e21, "~1e21"),
                Arguments.of("a small number", 1.5e-7, "~1.5e-7"),
                Arguments.of("a less small number", 1.5e-6, "~0.0000015"),
                Arguments.of("a time", Instant.EPOCH, "~'1970-01-01T00*3a00*3a00.000Z"),
                Arguments.of("a record", new Point(1, -2), "~(x~1~y~-2)"),
                Arguments.of("a character of two units", "\ud83e\udde5", "~'**d83e**dde5"));
    }

    record Point(int x, int y) {}

    @ParameterizedTest(name = "{0}")
    @MethodSource("edges")
    void isWrittenAsJsonWouldSeeIt(String name, Object value, String text) {
        assertEquals(text, Jsurl.write(value));
    }

    @Test
    void anObjectWithAnEmptyFirstNameIsRejected() {
        Map<String, Integer> second = new LinkedHashMap<>();
        second.put("a", 1);
        second.put("", 2);

        assertThrows(IllegalArgumentException.class, () -> Jsurl.write(Map.of("", 1)));
        assertEquals("~(a~1~~2)", Jsurl.write(second));
    }

    @Test
    void deepOrLongValuesAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> Jsurl.parse("~(".repeat(33) + ")".repeat(33)));
        assertThrows(IllegalArgumentException.class, () -> Jsurl.parse("~" + "(".repeat(20_000)));
        assertThrows(IllegalArgumentException.class, () -> Jsurl.parse("~'" + "a".repeat(8192)));
    }

    @Test
    void writtenValuesAreReadBack() {
        Random random = new Random(7);
        for (int round = 0; round < 2000; round += 1) {
            JsonNode value = MAPPER.valueToTree(anyValue(random, 4));
            String text = Jsurl.write(value);
            if (text.length() <= 8192) {
                assertEquals(value, Jsurl.parse(text), text);
            }
        }
    }

    private static Object anyValue(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextInt();
            case 3 -> random.nextLong() / 1e9 + 0.5;
            case 4 -> anyText(random);
            case 5 -> {
                List<Object> items = new ArrayList<>();
                for (int count = random.nextInt(4); count > 0; count -= 1) {
                    items.add(anyValue(random, depth - 1));
                }
                yield items;
            }
            default -> {
                Map<String, Object> members = new LinkedHashMap<>();
                for (int count = random.nextInt(4); count > 0; count -= 1) {
                    members.put("k" + anyText(random), anyValue(random, depth - 1));
                }
                yield members;
            }
        };
    }

    private static String anyText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(8); count > 0; count -= 1) {
            text.appendCodePoint(1 + random.nextInt(random.nextBoolean() ? 0x7f : 0xd000));
        }
        return text.toString();
    }
}
