package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.client.testing.ReadmeProgram;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SharedService.class)
class ReadmeTest {
    @ParameterizedTest
    @ValueSource(strings = {"weft.worker(", "weft.workflows().start(", "Patch.clearing("})
    void aPartOfTheReadmeCompiles(String text) throws Exception {
        assertNotNull(ReadmeProgram.compilePart(text));
    }

    @Test
    void theProgramOfTheReadmeRunsAsItIsPrinted(WeftService service) throws Exception {
        Process process = ReadmeProgram.compile("FirstSteps").start(service);

        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(0, process.waitFor(), said);
        for (String line : new String[] {
            "Parka costs 119.0", "Cape costs 89.0", "Shawl costs 35.0", "The load is completed", "404 not-found"
        }) {
            assertTrue(said.contains(line), said);
        }
    }
}
