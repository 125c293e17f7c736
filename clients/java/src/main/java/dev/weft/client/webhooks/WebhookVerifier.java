package dev.weft.client.webhooks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.internal.Results;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies messages of the service by their signatures (Standard Webhooks). Immutable and thread-safe; create one for
 * each webhook.
 */
public final class WebhookVerifier {
    /** More signatures than any rotation needs; otherwise a sender could make us compare without limit. */
    private static final int SIGNATURES_MAX = 16;

    private final List<byte[]> keys;
    private final Duration tolerance;
    private final Clock clock;

    private WebhookVerifier(List<byte[]> keys, Duration tolerance, Clock clock) {
        this.keys = keys;
        this.tolerance = tolerance;
        this.clock = clock;
    }

    /**
     * Accepts signatures of these secrets, if the message was sent within five minutes of now.
     *
     * @param secrets of the webhook, {@code whsec_…}; several during a rotation
     * @return a verifier
     * @throws IllegalArgumentException for an invalid secret, without showing it
     */
    public static WebhookVerifier of(String... secrets) {
        if (secrets.length == 0) {
            throw new IllegalArgumentException("A verifier needs the webhook's secret.");
        }
        List<byte[]> keys = Arrays.stream(secrets).map(WebhookVerifier::readSecret).toList();
        return new WebhookVerifier(keys, Duration.ofMinutes(5), Clock.systemUTC());
    }

    /**
     * Sets the allowed difference between the sender's clock and this one's.
     *
     * @param limit in both directions
     * @return a new verifier
     */
    public WebhookVerifier withTolerance(Duration limit) {
        return new WebhookVerifier(keys, limit, clock);
    }

    /**
     * Sets the clock.
     *
     * @param other instead of this machine's clock
     * @return a new verifier
     */
    public WebhookVerifier withClock(Clock other) {
        return new WebhookVerifier(keys, tolerance, other);
    }

    /**
     * Returns the message if it is trusted.
     *
     * @param headers of the request, case-insensitive, in the format of the JDK's servers and clients
     * @param body the original bytes: JSON that was parsed and serialized again is another body
     * @return the message
     * @throws WebhookVerificationException if it is not trusted
     */
    public WebhookMessage verify(Map<String, List<String>> headers, byte[] body) {
        return verify(body, name -> headers.entrySet().stream()
                .filter(header -> name.equalsIgnoreCase(header.getKey()) && !header.getValue().isEmpty())
                .map(header -> header.getValue().get(0))
                .findFirst()
                .orElse(null));
    }

    /**
     * The same for servers that return one header at a time, such as {@code request::getHeader} of a servlet.
     *
     * @param body the original bytes
     * @param header returns the value of a header, or null
     * @return the message
     * @throws WebhookVerificationException if it is not trusted
     */
    public WebhookMessage verify(byte[] body, Function<String, String> header) {
        String id = require(header, "webhook-id");
        String timestamp = require(header, "webhook-timestamp");
        String signatures = require(header, "webhook-signature");
        // With a full stop in the id, a part of the body could be passed off as the timestamp.
        if (id.contains(".") || !timestamp.matches("[0-9]{1,12}")) {
            throw new WebhookVerificationException(
                    WebhookRefusal.MALFORMED_HEADER, "webhook-id or webhook-timestamp is malformed.");
        }
        requireTime(Long.parseLong(timestamp));
        byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        if (!isSigned(head, body, readSignatures(signatures))) {
            throw new WebhookVerificationException(
                    WebhookRefusal.WRONG_SIGNATURE,
                    "No signature matches this secret. Check that it is the webhook's secret, and that the body is "
                            + "unchanged.");
        }
        return readMessage(body);
    }

    private static String require(Function<String, String> header, String name) {
        String value = header.apply(name);
        if (value == null || value.isEmpty()) {
            throw new WebhookVerificationException(
                    WebhookRefusal.MISSING_HEADER, "The header " + name + " is missing.");
        }
        return value;
    }

    private void requireTime(long sentSeconds) {
        long ageSeconds = clock.instant().getEpochSecond() - sentSeconds;
        if (ageSeconds > tolerance.toSeconds()) {
            throw new WebhookVerificationException(
                    WebhookRefusal.TOO_OLD, "The message was sent " + ageSeconds + " s ago.");
        }
        if (-ageSeconds > tolerance.toSeconds()) {
            throw new WebhookVerificationException(
                    WebhookRefusal.TOO_NEW, "The message is " + -ageSeconds + " s in the future. Check the clocks.");
        }
    }

    /** The signatures of the only version; invalid base64 never matches. */
    private static List<byte[]> readSignatures(String header) {
        return Arrays.stream(header.split(" "))
                .limit(SIGNATURES_MAX)
                .filter(signature -> signature.startsWith("v1,"))
                .map(signature -> decode(signature.substring(3)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static byte[] readSecret(String text) {
        return decode(text.replaceFirst("^whsec_", ""))
                .filter(key -> key.length > 0)
                .orElseThrow(() -> new IllegalArgumentException(
                        "The secret of a webhook must be whsec_ followed by base64, as shown when it was created."));
    }

    private static Optional<byte[]> decode(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException error) {
            return Optional.empty();
        }
    }

    /** Every pair is compared, each in constant time: the timing must not reveal which one matches. */
    private boolean isSigned(byte[] head, byte[] body, List<byte[]> signatures) {
        boolean isFound = false;
        for (byte[] key : keys) {
            byte[] expected = sign(key, head, body);
            for (byte[] signature : signatures) {
                isFound |= MessageDigest.isEqual(expected, signature);
            }
        }
        return isFound;
    }

    private static byte[] sign(byte[] key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(head);
            return mac.doFinal(body);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("Every JDK has HmacSHA256.", error);
        }
    }

    private static WebhookMessage readMessage(byte[] body) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            JsonNode message = Results.parse(text);
            if (message.isObject() && message.has("type") && message.has("data")) {
                return Results.read(message, WebhookMessage.class);
            }
        } catch (CharacterCodingException | JsonProcessingException | IllegalStateException error) {
            // Reported below, with the others.
        }
        throw new WebhookVerificationException(
                WebhookRefusal.MALFORMED_BODY, "The body is signed, but is not a webhook message.");
    }
}
