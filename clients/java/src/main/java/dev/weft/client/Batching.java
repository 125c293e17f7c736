package dev.weft.client;

/** Options of a batch. Immutable: each method returns a new instance. */
public final class Batching {
    private static final Batching ALL_OR_NONE = new Batching(true, Writing.plain());

    private final boolean isAtomic;
    private final Writing writing;

    private Batching(boolean isAtomic, Writing writing) {
        this.isAtomic = isAtomic;
        this.writing = writing;
    }

    /**
     * Atomic: all operations or none.
     *
     * @return options to extend
     */
    public static Batching allOrNone() {
        return ALL_OR_NONE;
    }

    /**
     * Not atomic: each operation is independent of the others.
     *
     * @return options to extend
     */
    public static Batching oneByOne() {
        return new Batching(false, Writing.plain());
    }

    /**
     * Sets the write options: dry run, cascade, timeout and retries.
     *
     * @param how for all of them
     * @return new options
     */
    public Batching writing(Writing how) {
        return new Batching(isAtomic, how);
    }

    boolean isAtomic() {
        return isAtomic;
    }

    Writing writing() {
        return writing;
    }
}
