package dev.weft.client.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses jsurl strictly, with the same grammar and limits as the service. */
public final class JsurlReader {
    private static final int LENGTH_MAX = 8192;
    private static final int DEPTH_MAX = 32;
    private static final Pattern ENCODED =
            Pattern.compile("(?:[A-Za-z0-9_.!-]|\\*[0-9a-fA-F]{2}|\\*\\*[0-9a-fA-F]{4})*+");
    private static final Pattern ESCAPE = Pattern.compile("!|\\*\\*(.{4})|\\*(.{2})");
    private static final Pattern UNTIL_DELIMITER = Pattern.compile("[^~)]*");
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String text;
    private int offset;
    private int depth;

    private JsurlReader(String text) {
        this.text = text;
    }

    public static JsonNode read(String text) {
        if (text.length() > LENGTH_MAX) {
            throw new IllegalArgumentException("The value is longer than " + LENGTH_MAX + " characters; shorten it.");
        }
        JsurlReader reader = new JsurlReader(text);
        JsonNode value = reader.readValue();
        if (reader.offset < text.length()) {
            throw reader.syntaxError("Expected nothing after the value");
        }
        return value;
    }

    private JsonNode readValue() {
        if (!take("~")) {
            throw syntaxError("Expected \"~\" before a value");
        }
        if (take("(")) {
            return readNested();
        }
        // Browsers percent-encode the quote once more than the rest.
        return take("'") || take("%27") ? NODES.textNode(readText()) : readLiteral();
    }

    private JsonNode readNested() {
        if (depth >= DEPTH_MAX) {
            throw syntaxError("The nesting is deeper than " + DEPTH_MAX + " levels; send a flatter value");
        }
        depth += 1;
        JsonNode value = readObjectOrArray();
        if (!take(")")) {
            throw syntaxError("Expected \"~\" or \")\"");
        }
        depth -= 1;
        return value;
    }

    private JsonNode readObjectOrArray() {
        if (isNext(")")) {
            return NODES.objectNode();
        }
        if (!isNext("~")) {
            return readMembers();
        }
        // The empty array is (~): a "~" without a value after it.
        if (isNext("~)")) {
            offset += 1;
            return NODES.arrayNode();
        }
        ArrayNode items = NODES.arrayNode();
        while (isNext("~")) {
            items.add(readValue());
        }
        return items;
    }

    private ObjectNode readMembers() {
        ObjectNode members = NODES.objectNode();
        do {
            String name = readText();
            if (members.has(name)) {
                throw syntaxError("The name \"" + name + "\" appears twice");
            }
            // The service rejects it, because it is special in JavaScript.
            if (name.equals("__proto__")) {
                throw syntaxError("The name \"__proto__\" cannot be used");
            }
            members.set(name, readValue());
        } while (take("~"));
        return members;
    }

    /** The text up to the next delimiter, decoded. */
    private String readText() {
        String encoded = match(ENCODED);
        if (offset < text.length() && !isNext("~") && !isNext(")")) {
            throw syntaxError("A character that is not a letter, a digit, _ . or - is written as * with two or ** with "
                    + "four hexadecimal digits");
        }
        return ESCAPE.matcher(encoded).replaceAll(escape -> Matcher.quoteReplacement(decode(escape.group())));
    }

    private static String decode(String escape) {
        return escape.equals("!") ? "$" : String.valueOf((char) Integer.parseInt(escape.replace("*", ""), 16));
    }

    private JsonNode readLiteral() {
        String literal = match(UNTIL_DELIMITER);
        return switch (literal) {
            case "true" -> NODES.booleanNode(true);
            case "false" -> NODES.booleanNode(false);
            case "null" -> NODES.nullNode();
            default -> readNumber(literal);
        };
    }

    private JsonNode readNumber(String literal) {
        if (!NUMBER.matcher(literal).matches()) {
            throw syntaxError("Expected 'text, a number, true, false, null or (…) after \"~\"");
        }
        if (!Double.isFinite(Double.parseDouble(literal))) {
            throw syntaxError("The number is too large; send it as a string");
        }
        try {
            return Results.parse(literal);
        } catch (JsonProcessingException error) {
            throw new IllegalArgumentException(error);
        }
    }

    private boolean isNext(String expected) {
        return text.startsWith(expected, offset);
    }

    private boolean take(String expected) {
        boolean isNext = isNext(expected);
        offset += isNext ? expected.length() : 0;
        return isNext;
    }

    private String match(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(offset, text.length());
        String found = matcher.lookingAt() ? matcher.group() : "";
        offset += found.length();
        return found;
    }

    private IllegalArgumentException syntaxError(String reason) {
        return new IllegalArgumentException(reason + ", at character " + (offset + 1) + ".");
    }
}
