package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 401: a wrong, expired or revoked credential, or one of another organization. */
public class UnauthenticatedException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public UnauthenticatedException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
