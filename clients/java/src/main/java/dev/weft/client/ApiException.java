package dev.weft.client;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;

/**
 * A failed call: an error response of the service, or no response ({@link NoResponseException}, status 0). Common
 * statuses have their own subclasses.
 */
public class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The HTTP status; 0 if there was no response. */
    private final int status;

    /** The stable code of the problem. */
    private final String code;

    /** Identifies the call in the service's log. */
    private final String requestId;

    private final transient Problem problem;
    private final transient HttpHeaders headers;

    /**
     * Creates the exception of an error response.
     *
     * @param problem the problem of the response
     * @param headers of the response
     * @param cause the cause, or null
     */
    public ApiException(Problem problem, HttpHeaders headers, Throwable cause) {
        super(describe(problem), cause);
        this.status = problem.status();
        this.code = problem.code();
        this.requestId = problem.requestId();
        this.problem = problem;
        this.headers = headers;
    }

    /**
     * The HTTP status.
     *
     * @return 0 if there was no response
     */
    public int status() {
        return status;
    }

    /**
     * The stable code of the problem.
     *
     * @return {@code unreachable} or {@code timed-out} if there was no response
     */
    public String code() {
        return code;
    }

    /**
     * The code as an enum, so that a misspelled one does not compile.
     *
     * @return {@link ErrorCode#UNKNOWN} for a code of a newer service
     */
    public ErrorCode errorCode() {
        return ErrorCode.of(code);
    }

    /**
     * The complete problem.
     *
     * @return never null; without its errors and extensions after the exception was serialized
     */
    public Problem problem() {
        return problem == null
                ? new Problem("about:blank", "", status, getMessage(), "", code, requestId, List.of(), Map.of())
                : problem;
    }

    /**
     * Identifies the call in the service's log.
     *
     * @return empty if there was no response
     */
    public String requestId() {
        return requestId;
    }

    /**
     * The headers of the response.
     *
     * @return none if there was no response, or after the exception was serialized
     */
    public HttpHeaders headers() {
        return headers == null ? HttpHeaders.of(Map.of(), (name, value) -> true) : headers;
    }

    /** The detail already says what to do; the errors add the pointers. */
    private static String describe(Problem problem) {
        StringBuilder text = new StringBuilder(problem.detail());
        for (RequestFault error : problem.errors()) {
            text.append("\n  ").append(error.pointer()).append(": ").append(error.detail());
        }
        return text.toString();
    }
}
