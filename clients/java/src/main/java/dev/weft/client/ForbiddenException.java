package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 403: the credential is valid, but permission is denied. */
public class ForbiddenException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public ForbiddenException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
