package dev.weft.client.typed;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/** An option of an option set. Generated classes have a constant for each; options that are added later are read too. */
public abstract class OptionValue {
    private final String value;

    /**
     * An option by its value.
     *
     * @param value as it is stored
     */
    protected OptionValue(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    /**
     * The value as it is stored.
     *
     * @return never null
     */
    @JsonValue
    public final String value() {
        return value;
    }

    @Override
    public final boolean equals(Object other) {
        return other != null
                && other.getClass() == getClass()
                && ((OptionValue) other).value.equals(value);
    }

    @Override
    public final int hashCode() {
        return value.hashCode();
    }

    @Override
    public final String toString() {
        return value;
    }
}
