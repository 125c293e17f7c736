package dev.weft.client;

import java.time.Duration;

/**
 * A failed attempt that will be retried.
 *
 * @param method the method, such as GET
 * @param path relative to the base URL, with its query
 * @param retry 1 before the first retry
 * @param delay the wait before it
 * @param error why the attempt failed
 */
public record RetryEvent(String method, String path, int retry, Duration delay, ApiException error) {}
