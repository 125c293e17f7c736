package dev.weft.client.changes;

import java.util.Optional;

final class MemoryCursor implements CursorStore {
    private volatile String kept;

    MemoryCursor(String start) {
        this.kept = start;
    }

    @Override
    public Optional<String> load() {
        return Optional.ofNullable(kept);
    }

    @Override
    public void save(String cursor) {
        kept = cursor;
    }
}
