package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 400: the request is wrong; {@link Problem#errors()} names the places. The same call will be refused again. */
public class BadRequestException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public BadRequestException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
