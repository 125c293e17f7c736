package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * What the service says about a refusal, as RFC 9457 has it.
 *
 * @param type the address of a page about the code
 * @param title the kind of problem in a few words
 * @param status the HTTP status; 0 when there was no answer
 * @param detail what happened and what to do
 * @param instance the path of the request
 * @param code a stable word for programs
 * @param requestId names the call in the service's log; empty when there was no answer
 * @param errors every fault of the request; perhaps none
 * @param extensions what else the problem tells, such as {@code oldestCursor} or {@code currentVersion}
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
        Map<String, JsonNode> extensions) {}
