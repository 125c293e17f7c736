package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 400: the request is invalid; {@link Problem#errors()} has the details. The same call will fail again. */
public class BadRequestException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public BadRequestException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
