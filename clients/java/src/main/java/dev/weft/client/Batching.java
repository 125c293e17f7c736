package dev.weft.client;

/** Options of a batch. Immutable: each method returns a new instance. */
public final class Batching {
    private static final Batching DEFAULT = new Batching(true, Writing.options());

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
    public static Batching options() {
        return DEFAULT;
    }

    /**
     * The former name of {@link #options()}.
     *
     * @return options to extend
     * @deprecated use {@link #options()}
     */
    @Deprecated(since = "0.1.0")
    public static Batching allOrNone() {
        return options();
    }

    /**
     * A batch that is not atomic.
     *
     * @return options to extend
     * @deprecated use {@link #options()} with {@link #atomic}
     */
    @Deprecated(since = "0.1.0")
    public static Batching oneByOne() {
        return options().atomic(false);
    }

    /**
     * Sets whether the batch is atomic. Default: true.
     *
     * @param isWanted false: each operation is independent of the others
     * @return new options
     */
    public Batching atomic(boolean isWanted) {
        return new Batching(isWanted, writing);
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
