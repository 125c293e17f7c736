package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 403: the credential is good, but may not do this. */
public class ForbiddenException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public ForbiddenException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
