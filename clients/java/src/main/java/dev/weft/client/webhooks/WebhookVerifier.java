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
 * Tells the messages that the service has sent from all others, by their signatures (Standard Webhooks). Immutable and
 * thread-safe; make one for each webhook.
 */
public final class WebhookVerifier {
    /** More signatures than any rotation needs; a sender could otherwise have us compare for as long as it likes. */
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
     * Trusts who knows one of these secrets, if the message was sent within five minutes of now.
     *
     * @param secrets of the webhook, {@code whsec_…}; several while one takes the place of another
     * @return a verifier
     * @throws IllegalArgumentException for a secret that is none; it does not show it
     */
    public static WebhookVerifier of(String... secrets) {
        if (secrets.length == 0) {
            throw new IllegalArgumentException("A verifier needs the webhook's secret.");
        }
        List<byte[]> keys = Arrays.stream(secrets).map(WebhookVerifier::readSecret).toList();
        return new WebhookVerifier(keys, Duration.ofMinutes(5), Clock.systemUTC());
    }

    /**
     * Says how far the sender's clock may be from this one's.
     *
     * @param limit in both directions
     * @return another verifier
     */
    public WebhookVerifier withTolerance(Duration limit) {
        return new WebhookVerifier(keys, limit, clock);
    }

    /**
     * Says what time it is.
     *
     * @param other in place of this machine's
     * @return another verifier
     */
    public WebhookVerifier withClock(Clock other) {
        return new WebhookVerifier(keys, tolerance, other);
    }

    /**
     * Answers the message if it is to be trusted.
     *
     * @param headers those of the request, in any case of letters, as the JDK's servers and clients have them
     * @param body the bytes as they came: JSON that was parsed and written again is another body
     * @return the message
     * @throws WebhookVerificationException when it is not to be trusted
     */
    public WebhookMessage verify(Map<String, List<String>> headers, byte[] body) {
        return verify(body, name -> headers.entrySet().stream()
                .filter(header -> name.equalsIgnoreCase(header.getKey()) && !header.getValue().isEmpty())
                .map(header -> header.getValue().get(0))
                .findFirst()
                .orElse(null));
    }

    /**
     * The same for servers that answer one header at a time, such as {@code request::getHeader} of a servlet.
     *
     * @param body the bytes as they came
     * @param header answers the value of a header, or null
     * @return the message
     * @throws WebhookVerificationException when it is not to be trusted
     */
    public WebhookMessage verify(byte[] body, Function<String, String> header) {
        String id = require(header, "webhook-id");
        String timestamp = require(header, "webhook-timestamp");
        String signatures = require(header, "webhook-signature");
        // With a full stop in the id, a part of the body could be passed off as the timestamp.
        if (id.contains(".") || !timestamp.matches("[0-9]{1,12}")) {
            throw new WebhookVerificationException(
                    WebhookRefusal.MALFORMED_HEADER, "webhook-id or webhook-timestamp is not as it is sent.");
        }
        requireTime(Long.parseLong(timestamp));
        byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        if (!isSigned(head, body, readSignatures(signatures))) {
            throw new WebhookVerificationException(
                    WebhookRefusal.WRONG_SIGNATURE,
                    "No signature is by this secret. Is it the webhook's, and the body as it was received?");
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
                    WebhookRefusal.TOO_NEW, "The message comes from " + -ageSeconds + " s ahead. Check the clocks.");
        }
    }

    /** Those of the one version that there is; what is not base64 is by nobody. */
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
                        "The secret of a webhook is whsec_ and base64, as it was shown when it was made."));
    }

    private static Optional<byte[]> decode(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException error) {
            return Optional.empty();
        }
    }

    /** Every pair is compared, and each in constant time: the time must not tell which of them agrees. */
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
            // Told below, with the others.
        }
        throw new WebhookVerificationException(
                WebhookRefusal.MALFORMED_BODY, "The body is signed, but is no message of a webhook.");
    }
}
