package dev.weft.client.tasks;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The log limits of one call. */
final class LogLines {
    /** The service accepts a thousand lines per call; one is reserved for the reason of a failure. */
    private static final int LINES_MAX = 999;
    /** Far below the request limit of the service, in any encoding. */
    private static final int UNITS_MAX = 200_000;
    /** 16 KiB, minus room for a character that the cut would split. */
    private static final int LINE_BYTES_MAX = 16 * 1024 - 4;

    private static final int SUBTEXT_MAX = 2_000;

    private LogLines() {}

    /**
     * A line that the service accepts: long lines are cut, and the character that databases cannot store is replaced.
     */
    static String fitting(String text) {
        String line = String.valueOf(text).replace('\0', '\ufffd');
        // No character takes more than three bytes per code unit.
        if (line.length() * 3L <= LINE_BYTES_MAX) {
            return line;
        }
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= LINE_BYTES_MAX ? line : new String(bytes, 0, LINE_BYTES_MAX, StandardCharsets.UTF_8);
    }

    /** A status message that the service accepts. */
    static String fittingSubtext(String text) {
        String line = fitting(text);
        if (line.length() <= SUBTEXT_MAX) {
            return line;
        }
        // A character that the cut would split is omitted.
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
