package dev.weft.client.internal;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The headers that prove who calls. */
public interface Proof {
    CompletableFuture<Map<String, String>> headers();

    /** After a 401 to these headers: whether there is hope in another try with new ones. */
    boolean renew(Map<String, String> refused);

    static Proof none() {
        return fixed(Map.of());
    }

    static Proof fixed(Map<String, String> headers) {
        // What the HTTP client refuses it shows in its error, and a key must be in none.
        String carried = "[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?";
        if (headers.values().stream().anyMatch(value -> !value.matches(carried))) {
            throw new IllegalArgumentException(
                    "The credentials have characters that no header can carry. Copy them again.");
        }
        return new FixedProof(Map.copyOf(headers));
    }

    /** Always the same. */
    final class FixedProof implements Proof {
        private final Map<String, String> headers;

        private FixedProof(Map<String, String> headers) {
            this.headers = headers;
        }

        @Override
        public CompletableFuture<Map<String, String>> headers() {
            return CompletableFuture.completedFuture(headers);
        }

        @Override
        public boolean renew(Map<String, String> refused) {
            return false;
        }
    }
}
