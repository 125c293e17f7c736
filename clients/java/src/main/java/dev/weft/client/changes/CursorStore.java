package dev.weft.client.changes;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Stores the position up to which the records of a poll are finished. Implement it to store the position with your own
 * data.
 */
public interface CursorStore {

    /**
     * The last saved cursor.
     *
     * @return empty if there is none
     */
    Optional<String> load();

    /**
     * Saves a cursor. Must be atomic: the program may end in the middle of it.
     *
     * @param cursor the position
     */
    void save(String cursor);

    /**
     * Keeps a cursor in memory, for polls that are stopped and resumed.
     *
     * @return an empty store
     */
    static CursorStore inMemory() {
        return new MemoryCursor(null);
    }

    /**
     * Keeps a cursor in memory.
     *
     * @param start the initial cursor
     * @return a store
     */
    static CursorStore inMemory(String start) {
        return new MemoryCursor(start);
    }

    /**
     * Stores a cursor in a file that only its owner may read. The file is always complete, even if the program is
     * killed.
     *
     * @param file is created on the first save; its folder must exist
     * @return a store
     */
    static CursorStore inFile(Path file) {
        return new FileCursor(file);
    }
}
