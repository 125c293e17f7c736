package dev.weft.client;

import java.net.http.HttpHeaders;

/**
 * The former name of {@link NoResponseException}, kept so that programs that catch it continue to work.
 *
 * @deprecated use {@link NoResponseException}
 */
@Deprecated(since = "0.1.0")
public class NoAnswerException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception for a missing response.
     *
     * @param problem the problem, with the status 0
     * @param headers of the response, or null
     * @param cause the cause, or null
     */
    public NoAnswerException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
