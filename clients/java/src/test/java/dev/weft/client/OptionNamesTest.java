package dev.weft.client;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weft.client.changes.ChangeExport;
import dev.weft.client.changes.ChangeSearch;
import dev.weft.client.changes.Polling;
import dev.weft.client.files.Upload;
import dev.weft.client.files.UploadSource;
import dev.weft.client.loader.Following;
import dev.weft.client.loader.LoadStart;
import dev.weft.client.tasks.TaskNews;
import dev.weft.client.tasks.WorkerOptions;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Option objects begin with options(); their former names still work. */
class OptionNamesTest {

    @Test
    @SuppressWarnings("deprecation")
    void aFormerNameIsTheSameAsOptions() {
        assertSame(Reading.options(), Reading.whole());
        assertSame(Listing.options(), Listing.everything());
        assertSame(Writing.options(), Writing.plain());
        assertSame(Batching.options(), Batching.allOrNone());
        assertSame(OperationInput.options(), OperationInput.nothing());
        assertSame(CallOptions.options(), CallOptions.none());
        assertSame(Polling.options(), Polling.everything());
        assertSame(ChangeSearch.options(), ChangeSearch.everything());
        assertSame(ChangeExport.options(), ChangeExport.everything());
        assertSame(Following.options(), Following.toItsEnd());
        assertSame(TaskNews.options(), TaskNews.none());
        assertSame(WorkerOptions.options(), WorkerOptions.usual());
        assertNotNull(Batching.oneByOne());
        assertNotNull(LoadStart.of(Map.of()));
        assertNotNull(Upload.of(Path.of("styles.csv")));
        assertNotNull(Upload.of(UploadSource.of("styles.csv", "Style")));
    }
}
