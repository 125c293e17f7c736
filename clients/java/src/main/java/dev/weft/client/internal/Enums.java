package dev.weft.client.internal;

import java.util.Arrays;
import java.util.Locale;

/** Reads enum values of responses. */
public final class Enums {
    private Enums() {}

    /** A newer service may have values that the enum does not. */
    public static <E extends Enum<E>> E read(Class<E> type, String text, E unknown) {
        String name = String.valueOf(text).toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(type.getEnumConstants())
                .filter(value -> value.name().equals(name))
                .findFirst()
                .orElse(unknown);
    }
}
