package dev.weft.client;

import java.net.http.HttpHeaders;

/**
 * Status 410: it no longer exists. For an expired cursor, the extension {@code oldestCursor} is the oldest one
 * available.
 */
public class GoneException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public GoneException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
