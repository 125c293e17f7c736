package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 429: rate limit exceeded, even after retries that respected Retry-After. */
public class RateLimitedException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public RateLimitedException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
