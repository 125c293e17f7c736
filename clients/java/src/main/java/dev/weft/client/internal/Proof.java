package dev.weft.client.internal;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The authentication headers. */
public interface Proof {
    CompletableFuture<Map<String, String>> headers();

    /** After a 401 to these headers: whether a retry with new ones can succeed. */
    boolean renew(Map<String, String> rejected);

    static Proof none() {
        return fixed(Map.of());
    }

    static Proof fixed(Map<String, String> headers) {
        // The HTTP client shows rejected values in its error, which must not contain a key.
        String carried = "[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?";
        if (headers.values().stream().anyMatch(value -> !value.matches(carried))) {
            throw new IllegalArgumentException(
                    "The credentials contain characters that are not allowed in a header. Copy them again.");
        }
        return new FixedProof(Map.copyOf(headers));
    }

    /** Constant headers. */
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
        public boolean renew(Map<String, String> rejected) {
            return false;
        }
    }
}
