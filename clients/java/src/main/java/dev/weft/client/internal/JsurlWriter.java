package dev.weft.client.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;

/** Serializes jsurl like the npm package of that name, except for a plus sign, which URLs parse as a blank. */
public final class JsurlWriter {
    private final StringBuilder text = new StringBuilder();

    private JsurlWriter() {}

    public static String write(JsonNode value) {
        JsurlWriter writer = new JsurlWriter();
        writer.writeValue(value);
        return writer.text.toString();
    }

    private void writeValue(JsonNode value) {
        text.append('~');
        if (value.isObject()) {
            writeMembers(value);
        } else if (value.isArray()) {
            writeItems(value);
        } else if (value.isNumber()) {
            text.append(writeNumber(value));
        } else if (value.isTextual() || value.isBinary()) {
            text.append('\'');
            writeEscaped(value.asText());
        } else {
            text.append(value.isBoolean() ? value.asText() : "null");
        }
    }

    private void writeMembers(JsonNode object) {
        text.append('(');
        boolean isFirst = true;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (isFirst && member.getKey().isEmpty()) {
                throw new IllegalArgumentException(
                        "jsurl cannot represent an object whose first name is empty: send it as JSON.");
            }
            text.append(isFirst ? "" : "~");
            writeEscaped(member.getKey());
            writeValue(member.getValue());
            isFirst = false;
        }
        text.append(')');
    }

    private void writeItems(JsonNode array) {
        text.append('(');
        if (array.isEmpty()) {
            text.append('~');
        }
        array.forEach(this::writeValue);
        text.append(')');
    }

    /** By UTF-16 code units; supplementary characters have two. */
    private void writeEscaped(String plain) {
        for (int index = 0; index < plain.length(); index += 1) {
            char unit = plain.charAt(index);
            if (isPlain(unit)) {
                text.append(unit);
            } else if (unit == '$') {
                text.append('!');
            } else {
                text.append(String.format(unit < 0x100 ? "*%02x" : "**%04x", (int) unit));
            }
        }
    }

    private static boolean isPlain(char unit) {
        return unit >= 'a' && unit <= 'z'
                || unit >= 'A' && unit <= 'Z'
                || unit >= '0' && unit <= '9'
                || "_.-".indexOf(unit) >= 0;
    }

    /** Formats numbers like JavaScript: plain up to 21 digits, and with an exponent beyond. */
    private static String writeNumber(JsonNode number) {
        if (number.isIntegralNumber()) {
            return number.asText();
        }
        if (number.isFloatingPointNumber() && !number.isBigDecimal() && !Double.isFinite(number.asDouble())) {
            return "null";
        }
        BigDecimal decimal = number.decimalValue().stripTrailingZeros();
        int point = decimal.precision() - decimal.scale();
        if (decimal.signum() == 0) {
            return "0";
        }
        return point > -6 && point <= 21 ? decimal.toPlainString() : writeExponent(decimal, point - 1);
    }

    private static String writeExponent(BigDecimal decimal, int exponent) {
        String digits = decimal.unscaledValue().abs().toString();
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        return (decimal.signum() < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + exponent;
    }
}
