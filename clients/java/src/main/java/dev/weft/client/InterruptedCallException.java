package dev.weft.client;

/** The thread was interrupted while waiting. Its interrupt flag is set again; the call may have been executed. */
public class InterruptedCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the message
     * @param cause the interruption, or null
     */
    public InterruptedCallException(String message, Throwable cause) {
        super(message, cause);
    }
}
