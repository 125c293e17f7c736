package dev.weft.client;

import java.net.http.HttpHeaders;

/**
 * Status 410: it was there once. Of a cursor, {@code oldestCursor} among the extensions tells how far the log reaches
 * back.
 */
public class GoneException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public GoneException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
