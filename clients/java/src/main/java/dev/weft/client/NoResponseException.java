package dev.weft.client;

import java.net.http.HttpHeaders;

/**
 * Status 0: no response. {@link #code()} is {@code unreachable} or {@code timed-out}; the call may have been executed.
 */
@SuppressWarnings("deprecation")
public class NoResponseException extends NoAnswerException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception for a missing response.
     *
     * @param problem the problem, with the status 0
     * @param headers of the response, or null
     * @param cause the cause, or null
     */
    public NoResponseException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
