package dev.weft.client.testing;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for conditions; tests never sleep for a fixed time. */
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Eventually() {}

    public static void until(String claim, Callable<Boolean> condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!condition.call()) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("Not met in time: " + claim);
                }
                Thread.sleep(20);
            }
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted before it was met: " + claim, error);
        } catch (Exception error) {
            throw new AssertionError("Could not be checked: " + claim, error);
        }
    }
}
