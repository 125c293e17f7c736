package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 412: the entity was changed since it was read; see the extension {@code currentVersion}. */
public class PreconditionFailedException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public PreconditionFailedException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
