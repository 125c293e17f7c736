package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 412: somebody else has changed it since it was read; {@code currentVersion} is among the extensions. */
public class PreconditionFailedException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public PreconditionFailedException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
