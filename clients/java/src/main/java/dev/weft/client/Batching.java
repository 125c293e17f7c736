package dev.weft.client;

/** How a batch is carried out. Immutable: each method answers another one. */
public final class Batching {
    private static final Batching ALL_OR_NONE = new Batching(true, Writing.plain());

    private final boolean isAtomic;
    private final Writing writing;

    private Batching(boolean isAtomic, Writing writing) {
        this.isAtomic = isAtomic;
        this.writing = writing;
    }

    /**
     * All operations or none of them.
     *
     * @return a way to which the rest is added
     */
    public static Batching allOrNone() {
        return ALL_OR_NONE;
    }

    /**
     * Each operation by itself, whatever becomes of the others.
     *
     * @return a way to which the rest is added
     */
    public static Batching oneByOne() {
        return new Batching(false, Writing.plain());
    }

    /**
     * Says how they are written: a dry run, with a cascade, time-out and retries.
     *
     * @param how for all of them
     * @return another way
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
