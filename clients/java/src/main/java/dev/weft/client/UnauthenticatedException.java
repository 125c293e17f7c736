package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 401: a wrong, expired or revoked credential, or one of another organization. */
public class UnauthenticatedException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public UnauthenticatedException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
