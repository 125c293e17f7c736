package dev.weft.client.internal;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** URL encoding. */
public final class Addresses {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

    private Addresses() {}

    /** Like JavaScript's encodeURIComponent, so that both clients send the same. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%21", "!")
                .replace("%27", "'")
                .replace("%28", "(")
                .replace("%29", ")")
                .replace("%7E", "~");
    }

    /** {@code /items/{id}} with the id inserted. */
    public static String fill(String path, Map<String, String> params) {
        return PLACE.matcher(path).replaceAll(place -> {
            String name = place.group(1);
            return Matcher.quoteReplacement(encode(requirePart(path, name, params.get(name))));
        });
    }

    private static String requirePart(String path, String name, String value) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(path + " requires " + name + ".");
        }
        // URLs treat these two as folders, however they are encoded.
        if (value.equals(".") || value.equals("..")) {
            throw new IllegalArgumentException(value + " cannot be part of a URL path.");
        }
        return value;
    }

    /** Accepts a trailing slash; an invalid URL is rejected here instead of at the first call. */
    public static String requireBaseUrl(String text) {
        String base = text.replaceAll("/+$", "");
        try {
            URI uri = URI.create(base);
            boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (isHttp && uri.getHost() != null && uri.getUserInfo() == null && uri.getQuery() == null) {
                return base;
            }
        } catch (IllegalArgumentException error) {
            // Reported below, with the others.
        }
        throw new IllegalArgumentException(
                "The base URL is not valid: use a URL such as https://weft.example.com/api.");
    }
}
