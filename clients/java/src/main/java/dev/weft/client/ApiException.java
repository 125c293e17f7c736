package dev.weft.client;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;

/**
 * What ended a call badly: the service's refusal, or that no answer came ({@link NoAnswerException}, status 0).
 * Statuses that programs often tell apart have classes of their own; all others are of this one.
 */
public class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The HTTP status, 0 when there was no answer. */
    private final int status;

    /** The stable word of the problem. */
    private final String code;

    /** Names the call in the service's log. */
    private final String requestId;

    private final transient Problem problem;
    private final transient HttpHeaders headers;

    /**
     * Tells of a refusal.
     *
     * @param problem what the service says
     * @param headers those of the answer
     * @param cause what is behind it, or null
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
     * @return 0 when there was no answer
     */
    public int status() {
        return status;
    }

    /**
     * The stable word of the problem.
     *
     * @return {@code unreachable} or {@code timed-out} when there was no answer
     */
    public String code() {
        return code;
    }

    /**
     * The whole problem.
     *
     * @return never null; without its faults and extensions after the exception was serialized
     */
    public Problem problem() {
        return problem == null
                ? new Problem("about:blank", "", status, getMessage(), "", code, requestId, List.of(), Map.of())
                : problem;
    }

    /**
     * Names the call in the service's log.
     *
     * @return empty when there was no answer
     */
    public String requestId() {
        return requestId;
    }

    /**
     * The headers of the answer.
     *
     * @return none when there was no answer, or after the exception was serialized
     */
    public HttpHeaders headers() {
        return headers == null ? HttpHeaders.of(Map.of(), (name, value) -> true) : headers;
    }

    /** The detail already says what to do; the faults name the places. */
    private static String describe(Problem problem) {
        StringBuilder text = new StringBuilder(problem.detail());
        for (RequestFault fault : problem.errors()) {
            text.append("\n  ").append(fault.pointer()).append(": ").append(fault.detail());
        }
        return text.toString();
    }
}
