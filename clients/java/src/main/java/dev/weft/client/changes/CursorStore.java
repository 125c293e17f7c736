package dev.weft.client.changes;

import java.nio.file.Path;
import java.util.Optional;

/** Where a poll keeps the place up to which its records are finished. Implement it to keep it with your own data. */
public interface CursorStore {

    /**
     * The cursor that was saved last.
     *
     * @return empty before the first time
     */
    Optional<String> load();

    /**
     * Saves a cursor, whole or not at all: a program may end in the middle of it.
     *
     * @param cursor the place
     */
    void save(String cursor);

    /**
     * Keeps a cursor as long as the program runs, for polls that are left and begun again.
     *
     * @return a store that is empty at first
     */
    static CursorStore inMemory() {
        return new MemoryCursor(null);
    }

    /**
     * Keeps a cursor as long as the program runs.
     *
     * @param start as if it had been saved
     * @return a store
     */
    static CursorStore inMemory(String start) {
        return new MemoryCursor(start);
    }

    /**
     * Keeps a cursor in a file that only its owner may read. The file is always whole, also when the program is killed.
     *
     * @param file is made when it is first saved; its folder must exist
     * @return a store
     */
    static CursorStore inFile(Path file) {
        return new FileCursor(file);
    }
}
