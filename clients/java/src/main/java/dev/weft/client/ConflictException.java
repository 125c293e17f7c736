package dev.weft.client;

import java.net.http.HttpHeaders;

/** Status 409: what is there does not bear the call, such as a second outcome of a task. */
public class ConflictException extends ApiException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
     */
    public ConflictException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(problem, headers, cause);
    }
}
