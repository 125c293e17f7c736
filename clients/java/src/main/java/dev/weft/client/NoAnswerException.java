package dev.weft.client;

import java.net.http.HttpHeaders;

/**
 * Status 0: no response. {@link #code()} is {@code unreachable} or {@code timed-out}; the call may have been executed.
 */
public class NoAnswerException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public NoAnswerException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
