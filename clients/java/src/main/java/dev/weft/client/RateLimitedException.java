package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 429: too many calls, also after the retries, each as late as the service asked for. */
public class RateLimitedException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public RateLimitedException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
