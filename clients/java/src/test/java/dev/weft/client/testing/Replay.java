package dev.weft.client.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Sends the recorded response of an example, and records the request. */
public final class Replay implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpServer server;
    private volatile JsonNode answer;
    private volatile Asked asked;

    /** A request as received; the path is relative to /api. */
    public record Asked(String method, String path, String query, Map<String, List<String>> headers, byte[] body) {
        public String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().get(0))
                    .findFirst()
                    .orElse(null);
        }
    }

    public Replay() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        server.createContext("/api", this::handle);
        server.start();
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/api";
    }

    public void answerWith(JsonNode next) {
        asked = null;
        answer = next;
    }

    public Asked asked() {
        return asked;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            asked = new Asked(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getRawPath().substring("/api".length()),
                    exchange.getRequestURI().getRawQuery(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    exchange.getRequestBody().readAllBytes());
            answer.get("headers").properties().forEach(header ->
                    exchange.getResponseHeaders().add(header.getKey(), header.getValue().asText()));
            byte[] body = bytesOf(answer.get("body"));
            exchange.sendResponseHeaders(answer.get("status").asInt(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** JSON, or the text if it is not JSON. */
    public static byte[] bytesOf(JsonNode body) throws IOException {
        if (body == null) {
            return new byte[0];
        }
        return body.isTextual() ? body.asText().getBytes(StandardCharsets.UTF_8) : MAPPER.writeValueAsBytes(body);
    }
}
