package dev.weft.client.tasks;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What of a task's logs the service takes in one call. */
final class LogLines {
    /** The service takes a thousand lines in a call; one more is left for the reason of a failure. */
    private static final int LINES_MAX = 999;
    /** Far below what the service takes in one call, in whatever encoding. */
    private static final int UNITS_MAX = 200_000;
    /** 16 KiB, less what a character may take that the cut would halve. */
    private static final int LINE_BYTES_MAX = 16 * 1024 - 4;

    private static final int SUBTEXT_MAX = 2_000;

    private LogLines() {}

    /**
     * A line that the service will take: what is too long is cut, and the character that no database keeps is replaced.
     */
    static String fitting(String text) {
        String line = String.valueOf(text).replace('\0', '\ufffd');
        // No character takes more than three bytes for each of its units.
        if (line.length() * 3L <= LINE_BYTES_MAX) {
            return line;
        }
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= LINE_BYTES_MAX ? line : new String(bytes, 0, LINE_BYTES_MAX, StandardCharsets.UTF_8);
    }

    /** A few words that the service will take. */
    static String fittingSubtext(String text) {
        String line = fitting(text);
        if (line.length() <= SUBTEXT_MAX) {
            return line;
        }
        // A character that the cut would halve is left out whole.
        boolean isHalved = Character.isHighSurrogate(line.charAt(SUBTEXT_MAX - 1));
        return line.substring(0, isHalved ? SUBTEXT_MAX - 1 : SUBTEXT_MAX);
    }

    /** How many of the first lines fit into one call, at least one. */
    static int countFitting(List<String> lines) {
        int units = 0;
        for (int index = 0; index < lines.size(); index += 1) {
            units += lines.get(index).length();
            if (index >= LINES_MAX || index > 0 && units > UNITS_MAX) {
                return index;
            }
        }
        return lines.size();
    }
}
