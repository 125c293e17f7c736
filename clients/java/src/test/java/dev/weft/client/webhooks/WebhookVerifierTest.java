package dev.weft.client.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.weft.client.OperationInput;
import dev.weft.client.Weft;
import dev.weft.client.testing.Eventually;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SharedService.class)
class WebhookVerifierTest {
    private static final Instant NOW = Instant.parse("2026-03-01T09:30:05.500Z");
    private static final String ID = "AP6U2iy1Fw9WV_Qi";
    private static final String SECRET = secret("a key of thirty-two bytes, about");
    private static final String OTHER = secret("another of thirty-two bytes, too");
    private static final String BODY = "{\"id\":\"" + ID + "\",\"type\":\"item|update\","
            + "\"occurredOn\":\"2026-03-01T09:30:00.000Z\",\"org\":\"acme\","
            + "\"data\":{\"triggerKey\":\"item|update\",\"newData\":{\"name\":\"Größe \ud83e\udde5\"}},"
            + "\"sequence\":2,\"previousSequence\":1}";

    private static final WebhookVerifier VERIFIER = at(SECRET);

    private static WebhookVerifier at(String... secrets) {
        return WebhookVerifier.of(secrets).withClock(Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static String secret(String key) {
        return "whsec_" + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String sign(String body, long seconds, String secret) {
        try {
            byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(bytes(ID + "." + seconds + "." + body)));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }

    /** Signed like the service, so many seconds from now. */
    private static Map<String, List<String>> signed(String body, long seconds, String... secrets) {
        long sent = NOW.getEpochSecond() + seconds;
        List<String> signatures = new ArrayList<>();
        for (String secret : secrets) {
            signatures.add(sign(body, sent, secret));
        }
        return Map.of(
                "webhook-id", List.of(ID),
                "webhook-timestamp", List.of(String.valueOf(sent)),
                "webhook-signature", List.of(String.join(" ", signatures)));
    }

    private static Map<String, List<String>> with(String name, String value) {
        Map<String, List<String>> headers = new HashMap<>(signed(BODY, 0, SECRET));
        headers.put(name, value == null ? List.of() : List.of(value));
        return headers;
    }

    @Test
    void aSignedMessageIsVerifiedWithHeadersInAnyCase() {
        Map<String, List<String>> capitals = new HashMap<>();
        signed(BODY, 0, SECRET).forEach((name, values) -> capitals.put(name.toUpperCase(), values));

        WebhookMessage message = VERIFIER.verify(signed(BODY, 0, SECRET), bytes(BODY));

        assertEquals("item|update", message.type());
        assertEquals("Größe \ud83e\udde5", message.data().at("/newData/name").asText());
        assertEquals(List.of(2L, 1L), List.of(message.sequence(), message.previousSequence()));
        assertEquals(message, VERIFIER.verify(capitals, bytes(BODY)));
        assertEquals(message, VERIFIER.verify(bytes(BODY), name -> signed(BODY, 0, SECRET).get(name).get(0)));
    }

    @Test
    void bothSecretsAreAcceptedDuringARotation() {
        Map<String, List<String>> both = signed(BODY, 0, OTHER, SECRET);

        assertEquals(ID, at(SECRET).verify(both, bytes(BODY)).id());
        assertEquals(ID, at(OTHER).verify(both, bytes(BODY)).id());
        assertEquals(ID, at(OTHER, SECRET).verify(signed(BODY, 0, SECRET), bytes(BODY)).id());
    }

    @Test
    void unknownSignaturesAreIgnored() {
        String mixed = "v1a,AAAA v1,not-base64! v1,eA== " + sign(BODY, NOW.getEpochSecond(), SECRET);

        assertEquals(ID, VERIFIER.verify(with("webhook-signature", mixed), bytes(BODY)).id());
    }

    @ParameterizedTest
    @ValueSource(longs = {-300, 300})
    void fiveMinutesAreNotTooFar(long seconds) {
        assertEquals(ID, VERIFIER.verify(signed(BODY, seconds, SECRET), bytes(BODY)).id());
    }

    static Stream<Arguments> untrusted() {
        String late = "v1,AAAA ".repeat(16) + sign(BODY, NOW.getEpochSecond(), SECRET);
        String later = String.valueOf(NOW.getEpochSecond() + 1);
        return Stream.of(
                Arguments.of("WRONG_SIGNATURE", "signed with another secret", signed(BODY, 0, OTHER), BODY),
                Arguments.of("WRONG_SIGNATURE", "changed", signed(BODY, 0, SECRET), BODY.replace("update", "delete")),
                Arguments.of("WRONG_SIGNATURE", "serialized again", signed(BODY, 0, SECRET), BODY + " "),
                Arguments.of("WRONG_SIGNATURE", "with the id of another one", with("webhook-id", "another"), BODY),
                Arguments.of("WRONG_SIGNATURE", "with a later time", with("webhook-timestamp", later), BODY),
                Arguments.of("WRONG_SIGNATURE", "of an unknown version", with("webhook-signature", "v9,AAAA"), BODY),
                Arguments.of("WRONG_SIGNATURE", "after too many others", with("webhook-signature", late), BODY),
                Arguments.of("TOO_OLD", "that is too old", signed(BODY, -301, SECRET), BODY),
                Arguments.of("TOO_NEW", "from the future", signed(BODY, 301, SECRET), BODY),
                Arguments.of("MISSING_HEADER", "without a signature", with("webhook-signature", null), BODY),
                Arguments.of("MISSING_HEADER", "without any header", Map.of(), BODY),
                Arguments.of("MALFORMED_HEADER", "with an invalid time", with("webhook-timestamp", "1e9"), BODY),
                Arguments.of("MALFORMED_HEADER", "with a full stop in its id", with("webhook-id", "a.b"), BODY),
                Arguments.of("MALFORMED_BODY", "that is not JSON", signed("{", 0, SECRET), "{"),
                Arguments.of("MALFORMED_BODY", "that is not a message", signed("[1]", 0, SECRET), "[1]"));
    }

    @ParameterizedTest(name = "{0}: a message {1}")
    @MethodSource("untrusted")
    void isNotTrusted(String reason, String name, Map<String, List<String>> headers, String body) {
        WebhookVerificationException error =
                assertThrows(WebhookVerificationException.class, () -> VERIFIER.verify(headers, bytes(body)));

        assertEquals(WebhookRefusal.valueOf(reason), error.reason());
    }

    @Test
    void theToleranceCanBeSet() {
        WebhookVerifier strict = VERIFIER.withTolerance(Duration.ofSeconds(10));

        assertThrows(
                WebhookVerificationException.class,
                () -> strict.verify(signed(BODY, -11, SECRET), bytes(BODY)));
    }

    @Test
    void anInvalidSecretIsRejectedAndNotShown() {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> WebhookVerifier.of("whsec_top secret?"));

        assertFalse(error.getMessage().contains("top"));
        assertThrows(IllegalArgumentException.class, () -> WebhookVerifier.of());
        assertThrows(IllegalArgumentException.class, () -> WebhookVerifier.of("whsec_"));
    }

    private record Received(Map<String, List<String>> headers, byte[] body) {}

    @Test
    void aDeliveryOfTheServiceIsVerifiedAsItWasReceived(WeftService service) throws Exception {
        List<Received> received = new CopyOnWriteArrayList<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            received.add(new Received(Map.copyOf(exchange.getRequestHeaders()), body));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        Weft weft = service.weft();

        JsonNode webhook = weft.entities().create("webhook", Map.of(
                "url", "http://127.0.0.1:" + receiver.getAddress().getPort() + "/weft",
                "events", List.of("manual|nothing"),
                "auth", Map.of("type", "hmac")));
        String id = webhook.get("id").asText();
        weft.call("test-webhook", OperationInput.options().param("id", id));
        Eventually.until("it is delivered", () -> received.size() == 1);
        weft.entities().delete("webhook", id);
        receiver.stop(0);

        Received delivery = received.get(0);
        WebhookMessage message =
                Weft.verifyWebhook(delivery.headers(), delivery.body(), webhook.get("secret").asText());
        assertEquals("webhook|test", message.type());
        assertEquals("demo", message.org());
        assertNull(message.sequence());
    }
}
