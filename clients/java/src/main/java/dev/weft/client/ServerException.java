package dev.weft.client;

import java.net.http.HttpHeaders;

/** Statuses from 500 on: the service has failed, or cannot answer right now. */
public class ServerException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public ServerException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
