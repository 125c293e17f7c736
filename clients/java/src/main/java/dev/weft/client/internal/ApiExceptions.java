package dev.weft.client.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weft.client.ApiException;
import dev.weft.client.BadRequestException;
import dev.weft.client.ConflictException;
import dev.weft.client.ForbiddenException;
import dev.weft.client.GoneException;
import dev.weft.client.NoResponseException;
import dev.weft.client.NotFoundException;
import dev.weft.client.PreconditionFailedException;
import dev.weft.client.Problem;
import dev.weft.client.RateLimitedException;
import dev.weft.client.RequestFault;
import dev.weft.client.ServerException;
import dev.weft.client.UnauthenticatedException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Creates exceptions for error responses and missing responses. */
public final class ApiExceptions {
    private static final Set<String> FIELDS =
            Set.of("type", "title", "status", "detail", "instance", "code", "requestId", "errors");

    private ApiExceptions() {}

    /** The class for the status. */
    public static ApiException of(Problem problem, HttpHeaders headers, Throwable cause) {
        return switch (problem.status()) {
            case 0 -> new NoResponseException(problem, headers, cause);
            case 400 -> new BadRequestException(problem, headers, cause);
            case 401 -> new UnauthenticatedException(problem, headers, cause);
            case 403 -> new ForbiddenException(problem, headers, cause);
            case 404 -> new NotFoundException(problem, headers, cause);
            case 409 -> new ConflictException(problem, headers, cause);
            case 410 -> new GoneException(problem, headers, cause);
            case 412 -> new PreconditionFailedException(problem, headers, cause);
            case 429 -> new RateLimitedException(problem, headers, cause);
            default -> problem.status() >= 500
                    ? new ServerException(problem, headers, cause)
                    : new ApiException(problem, headers, cause);
        };
    }

    /** Parses an error response; anything else (such as a proxy's page) is converted to a problem. */
    static ApiException read(int status, HttpHeaders headers, byte[] body) {
        Problem problem = readProblem(body).orElseGet(() -> foreignProblem(status, headers));
        return of(problem, headers, null);
    }

    /** A success response that is not JSON. */
    public static ApiException notJson(int status, HttpHeaders headers, Throwable cause) {
        String detail = "The response is not JSON. Check the base URL; it ends in /api.";
        return new ApiException(notFromWeft(status, detail), headers, cause);
    }

    public static NoResponseException unreachable(String detail, Throwable cause) {
        return noResponse("unreachable", detail, cause);
    }

    public static NoResponseException timedOut(String detail, Throwable cause) {
        return noResponse("timed-out", detail, cause);
    }

    private static NoResponseException noResponse(String code, String detail, Throwable cause) {
        Problem problem = new Problem("about:blank", "No response", 0, detail, "", code, "", List.of(), Map.of());
        return new NoResponseException(problem, null, cause);
    }

    private static Optional<Problem> readProblem(byte[] body) {
        try {
            JsonNode node = Results.parse(new String(body, StandardCharsets.UTF_8));
            boolean isProblem = node.path("status").isInt()
                    && node.path("code").isTextual()
                    && node.path("detail").isTextual();
            return isProblem ? Optional.of(toProblem(node)) : Optional.empty();
        } catch (JsonProcessingException error) {
            return Optional.empty();
        }
    }

    /** The opposite of toProblem, without empty fields. */
    public static JsonNode writeProblem(Problem problem) {
        ObjectNode node = Results.object();
        writeText(node, "type", problem.type());
        writeText(node, "title", problem.title());
        node.put("status", problem.status());
        writeText(node, "detail", problem.detail());
        writeText(node, "instance", problem.instance());
        writeText(node, "code", problem.code());
        writeText(node, "requestId", problem.requestId());
        if (!problem.errors().isEmpty()) {
            ArrayNode errors = node.putArray("errors");
            problem.errors().forEach(error -> errors.addObject()
                    .put("pointer", error.pointer())
                    .put("code", error.code())
                    .put("detail", error.detail()));
        }
        return node.setAll(problem.extensions());
    }

    private static void writeText(ObjectNode node, String name, String text) {
        if (!text.isEmpty()) {
            node.put(name, text);
        }
    }

    /** A problem, or as much of one as the node has. */
    public static Problem toProblem(JsonNode node) {
        List<RequestFault> errors = new ArrayList<>();
        node.path("errors").forEach(error -> errors.add(new RequestFault(
                error.path("pointer").asText(), error.path("code").asText(), error.path("detail").asText())));
        Map<String, JsonNode> extensions = new LinkedHashMap<>();
        node.properties().stream()
                .filter(field -> !FIELDS.contains(field.getKey()))
                .forEach(field -> extensions.put(field.getKey(), field.getValue()));
        return new Problem(
                node.path("type").asText(),
                node.path("title").asText(),
                node.path("status").asInt(),
                node.path("detail").asText(),
                node.path("instance").asText(),
                node.path("code").asText(),
                node.path("requestId").asText(),
                List.copyOf(errors),
                Collections.unmodifiableMap(extensions));
    }

    private static Problem foreignProblem(int status, HttpHeaders headers) {
        String place = headers.firstValue("location").map(address -> " (" + address + ")").orElse("");
        String what = status >= 300 && status < 400
                ? "The URL redirects elsewhere" + place + "."
                : "The response " + status + " did not come from Weft.";
        return notFromWeft(status, what + " Check the base URL; it ends in /api.");
    }

    private static Problem notFromWeft(int status, String detail) {
        return new Problem(
                "about:blank", "Not from Weft", status, detail, "", "foreign-answer", "", List.of(), Map.of());
    }
}
