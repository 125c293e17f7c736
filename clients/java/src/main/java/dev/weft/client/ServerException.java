package dev.weft.client;

import java.net.http.HttpHeaders;

/** Statuses from 500: the service failed, or is temporarily unavailable. */
public class ServerException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public ServerException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
