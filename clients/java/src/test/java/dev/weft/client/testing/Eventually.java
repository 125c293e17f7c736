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
                    throw new AssertionError("It did not come true: " + claim);
                }
                Thread.sleep(20);
            }
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted before it came true: " + claim, error);
        } catch (Exception error) {
            throw new AssertionError("It could not be found out: " + claim, error);
        }
    }
}
