package dev.weft.client.internal;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name that was probably meant. */
final class Nearest {
    private Nearest() {}

    /** A sentence with the most similar name, with a leading blank; empty if none is similar. */
    static String hint(String text, Collection<String> names) {
        int distanceMax = Math.max(1, text.length() / 3);
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(text, name)))
                .filter(name -> distance(text, name) <= distanceMax)
                .map(name -> " Did you mean " + name + "?")
                .orElse("");
    }

    /** Insertions, deletions and replacements of characters. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int column = 0; column <= other.length(); column += 1) {
            row[column] = column;
        }
        for (int line = 1; line <= one.length(); line += 1) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column <= other.length(); column += 1) {
                int replaced = diagonal + (one.charAt(line - 1) == other.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, 1 + Math.min(row[column - 1], row[column]));
            }
        }
        return row[other.length()];
    }
}
