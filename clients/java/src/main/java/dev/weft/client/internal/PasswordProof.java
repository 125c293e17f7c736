package dev.weft.client.internal;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Signs in when first needed, and again when the token expires. */
public final class PasswordProof implements Proof {
    private final Supplier<CompletableFuture<String>> signIn;
    /** Shared by concurrent calls. */
    private CompletableFuture<Map<String, String>> signedIn;

    public PasswordProof(Supplier<CompletableFuture<String>> signIn) {
        this.signIn = signIn;
    }

    @Override
    public synchronized CompletableFuture<Map<String, String>> headers() {
        if (signedIn == null || signedIn.isCompletedExceptionally()) {
            signedIn = signIn.get().thenApply(token -> Map.of("Authorization", "Bearer " + token));
        }
        // A copy: canceling one call does not cancel the others.
        return signedIn.copy();
    }

    @Override
    public synchronized boolean renew(Map<String, String> rejected) {
        // If several concurrent calls are rejected, the first one renews for all.
        boolean isSignedIn = signedIn != null && signedIn.isDone() && !signedIn.isCompletedExceptionally();
        if (isSignedIn && signedIn.join() == rejected) {
            signedIn = null;
        }
        return true;
    }
}
