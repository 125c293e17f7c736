package dev.weft.client.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.client.ApiException;
import dev.weft.client.NoAnswerException;
import dev.weft.client.NoResponseException;
import dev.weft.client.Problem;
import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetriesTest {
    private final Retries retries =
            new Retries(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC), () -> 0.5);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "is 200 ms at first halved by the random factor,    503, ,     0,  100",
        "doubles,                                           503, ,     3,  800",
        "is at most 20 s,                                   503, ,     60, 10000",
        "is Retry-After in seconds,                         429, 7,    0,  7000",
        "is Retry-After in fractions of a second,           429, 0.5,  0,  500",
        "is the default if Retry-After is invalid,          429, soon, 0,  100",
        "is zero if Retry-After is negative,                429, -1,   0,  0",
        "is undefined if Retry-After is too long,           429, 301,  0,",
        "is the default without a response,                 0,   ,     0,  100",
        "is the default after a bad gateway,                502, ,     0,  100",
        "is the default after a gateway timeout,            504, ,     0,  100",
        "is defined for a temporary conflict,               409, 1,    0,  1000",
        "is undefined for any other conflict,               409, ,     0,",
        "is undefined for an invalid request,               400, 1,    0,",
        "is undefined for an error of the service,          500, ,     0,"
    })
    void theDelayBeforeTheNextAttempt(String name, int status, String retryAfter, int retry, Long delayMs) {
        Optional<Duration> expected = Optional.ofNullable(delayMs).map(Duration::ofMillis);

        assertEquals(expected, retries.delay(errorOf(status, retryAfter), retry, true));
    }

    @Test
    void retryAfterCanBeADate() {
        ApiException inAMinute = errorOf(503, "Thu, 01 Jan 2026 00:01:00 GMT");
        ApiException yesterday = errorOf(503, "Wed, 31 Dec 2025 00:00:00 GMT");

        assertEquals(Optional.of(Duration.ofMinutes(1)), retries.delay(inAMinute, 0, true));
        assertEquals(Optional.of(Duration.ZERO), retries.delay(yesterday, 0, true));
    }

    @ParameterizedTest
    @CsvSource({"429, 100", "503, 100", "0,", "502,", "504,"})
    void theDelayOfACallThatMustNotBeMadeTwice(int status, Long delayMs) {
        Optional<Duration> expected = Optional.ofNullable(delayMs).map(Duration::ofMillis);

        assertEquals(expected, retries.delay(errorOf(status, null), 0, false));
    }

    @Test
    void thereIsNoRetryAfterOtherErrors() {
        assertEquals(Optional.empty(), retries.delay(new IllegalStateException("a programming error"), 0, true));
    }

    @Test
    @SuppressWarnings("deprecation")
    void aMissingResponseCanBeCaughtByItsFormerName() {
        NoAnswerException error = assertThrows(NoAnswerException.class, () -> {
            throw errorOf(0, null);
        });

        assertEquals(NoResponseException.class, error.getClass());
    }

    private static ApiException errorOf(int status, String retryAfter) {
        Map<String, List<String>> headers = retryAfter == null ? Map.of() : Map.of("Retry-After", List.of(retryAfter));
        Problem problem = new Problem("", "", status, "", "", "x", "", List.of(), Map.of());
        return ApiExceptions.of(problem, HttpHeaders.of(headers, (name, value) -> true), null);
    }
}
