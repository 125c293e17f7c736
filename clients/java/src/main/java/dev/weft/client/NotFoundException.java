package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 404: there is no such thing, or the credential may not know of it. */
public class NotFoundException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public NotFoundException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
