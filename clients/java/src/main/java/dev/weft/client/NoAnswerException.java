package dev.weft.client;

import java.net.http.HttpHeaders;

/**
 * Status 0: no answer came. {@link #code()} is {@code unreachable} or {@code timed-out}; the call may have been carried
 * out.
 */
public class NoAnswerException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public NoAnswerException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
