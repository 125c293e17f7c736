package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 409: the current state does not allow the call, such as a second outcome of a task. */
public class ConflictException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public ConflictException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
