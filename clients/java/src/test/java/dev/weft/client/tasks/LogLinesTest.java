package dev.weft.client.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogLinesTest {
    @Test
    void longLinesAreCutAndInvalidCharactersReplaced() {
        assertEquals("a\ufffdb", LogLines.fitting("a\0b"));
        assertEquals("x".repeat(16_380), LogLines.fitting("x".repeat(20_000)));
        assertEquals("null", LogLines.fitting(null));
        assertTrue(LogLines.fitting("ü".repeat(20_000)).getBytes(StandardCharsets.UTF_8).length <= 16 * 1024);
        assertTrue(LogLines.fitting("x" + "\ud83e\udde5".repeat(9_000)).getBytes(StandardCharsets.UTF_8).length
                <= 16 * 1024);
    }

    @Test
    void aSubtextThatIsTooLongIsCutBetweenCharacters() {
        assertEquals("short", LogLines.fittingSubtext("short"));
        assertEquals("é".repeat(2_000), LogLines.fittingSubtext("é".repeat(3_000)));
        assertEquals(1_999, LogLines.fittingSubtext("x" + "\ud83e\udde5".repeat(2_000)).length());
    }

    @Test
    void aCallHasAsManyLinesAsAllowedAndAtLeastOne() {
        assertEquals(999, LogLines.countFitting(Collections.nCopies(2_000, "x")));
        assertEquals(3, LogLines.countFitting(Collections.nCopies(3, "x")));
        assertEquals(12, LogLines.countFitting(Collections.nCopies(100, "x".repeat(16_000))));
        assertEquals(1, LogLines.countFitting(Collections.nCopies(2, "x".repeat(300_000))));
        assertEquals(0, LogLines.countFitting(Collections.emptyList()));
    }

    @Test
    void unsentUpdatesComeBeforeLaterOnes() {
        PendingUpdate news = new PendingUpdate();
        news.log("one");
        news.progress(10, "first");
        PendingUpdate.Taken taken = news.take();
        news.log("two");
        news.progress(300, null);

        news.putBack(taken);

        assertEquals(new PendingUpdate.Taken(List.of("one", "two"), 100, "first"), news.take());
        assertTrue(news.isEmpty());
    }
}
