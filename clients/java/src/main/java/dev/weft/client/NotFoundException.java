package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 404: it does not exist, or is not visible to the credential. */
public class NotFoundException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public NotFoundException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
