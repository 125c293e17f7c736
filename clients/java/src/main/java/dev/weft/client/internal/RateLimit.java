package dev.weft.client.internal;

import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The RateLimit and RateLimit-Policy headers of a response: so many requests remain of a quota that is refilled within
 * the window.
 */
record RateLimit(long remaining, long quota, long windowSeconds) {
    private static final Pattern QUOTED = Pattern.compile("\"(\\\\.|[^\"\\\\])*\"");

    /** Empty if the service does not limit the caller, or the headers cannot be read. */
    static Optional<RateLimit> read(HttpHeaders headers) {
        Optional<String> state = headers.firstValue("ratelimit");
        Optional<String> policy = headers.firstValue("ratelimit-policy");
        if (state.isEmpty() || policy.isEmpty()) {
            return Optional.empty();
        }
        OptionalLong remaining = parameter(state.get(), "r");
        OptionalLong quota = parameter(policy.get(), "q");
        OptionalLong window = parameter(policy.get(), "w");
        boolean isUsable = remaining.isPresent()
                && quota.orElse(0) > 0
                && window.orElse(0) > 0;
        return isUsable
                ? Optional.of(new RateLimit(remaining.getAsLong(), quota.getAsLong(), window.getAsLong()))
                : Optional.empty();
    }

    double perNano() {
        return (double) quota / windowSeconds / 1e9;
    }

    /** Of the first item; the name of the policy may contain anything. */
    private static OptionalLong parameter(String header, String name) {
        String item = QUOTED.matcher(header).replaceAll("").split(",", 2)[0];
        Matcher matcher = Pattern.compile(";\\s*" + name + "=(\\d{1,15})").matcher(item);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
