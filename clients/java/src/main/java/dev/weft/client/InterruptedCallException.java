package dev.weft.client;

/** The thread was interrupted while it waited. Its interrupt flag is set again; the call may have been carried out. */
public class InterruptedCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of an interruption.
     *
     * @param message what was waited for
     * @param cause the interruption, or null
     */
    public InterruptedCallException(String message, Throwable cause) {
        super(message, cause);
    }
}
