package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * The problem of an error response, as defined by RFC 9457.
 *
 * @param type the URL of a page about the code
 * @param title a short summary of the problem type
 * @param status the HTTP status; 0 if there was no response
 * @param detail what happened and what to do
 * @param instance the path of the request
 * @param code a stable code for programs
 * @param requestId identifies the call in the service's log; empty if there was no response
 * @param errors all errors of the request; may be empty
 * @param extensions other fields of the problem, such as {@code oldestCursor} or {@code currentVersion}
 */
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        String instance,
        String code,
        String requestId,
        List<RequestFault> errors,
        Map<String, JsonNode> extensions) {

    /**
     * The code as an enum.
     *
     * @return {@link ErrorCode#UNKNOWN} for a code of a newer service
     */
    public ErrorCode errorCode() {
        return ErrorCode.of(code);
    }
}
