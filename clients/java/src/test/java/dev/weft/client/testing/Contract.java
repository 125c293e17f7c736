package dev.weft.client.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The contract of the service in the checkout. */
public final class Contract {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Contract() {}

    /** The folder of this module. */
    public static Path module() {
        return Path.of(System.getProperty("weft.module", ".")).toAbsolutePath().normalize();
    }

    public static JsonNode openapi() {
        return read(folder().resolve("openapi.json"));
    }

    /** Recorded pairs of requests and responses, one file per operation. */
    public static List<JsonNode> examples() {
        try (Stream<Path> files = Files.list(folder().resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().map(Contract::read).toList();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Of the checkout that contains this module, whichever service the tests start. */
    private static Path folder() {
        return module().resolve("../../contract").normalize();
    }

    private static JsonNode read(Path file) {
        try {
            return MAPPER.readTree(file.toFile());
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
