package dev.weft.client.internal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Function;

/** Times and dates in the format of the service; Jackson's own module for them would be a second dependency. */
final class TimeModule extends SimpleModule {
    private static final long serialVersionUID = 1L;
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    TimeModule() {
        super("weft-times");
        addText(Instant.class, Instant::parse, MILLIS::format);
        addText(LocalDate.class, LocalDate::parse, LocalDate::toString);
    }

    private <T> void addText(Class<T> type, Function<String, T> read, Function<T, String> write) {
        addSerializer(new TextSerializer<>(type, write));
        addDeserializer(type, new TextDeserializer<>(type, read));
    }

    private static final class TextSerializer<T> extends StdScalarSerializer<T> {
        private static final long serialVersionUID = 1L;
        private final transient Function<T, String> write;

        TextSerializer(Class<T> type, Function<T, String> write) {
            super(type);
            this.write = write;
        }

        @Override
        public void serialize(T value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(write.apply(value));
        }
    }

    private static final class TextDeserializer<T> extends StdScalarDeserializer<T> {
        private static final long serialVersionUID = 1L;
        private final transient Function<String, T> read;

        TextDeserializer(Class<T> type, Function<String, T> read) {
            super(type);
            this.read = read;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            try {
                return read.apply(parser.getText());
            } catch (DateTimeException error) {
                return (T) context.handleWeirdStringValue(handledType(), parser.getText(), "%s", error.getMessage());
            }
        }
    }
}
