package dev.weft.client.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A call as received: the path is relative to /api and has its query, header names are in lower case. */
public record SeenCall(String method, String path, Map<String, String> headers, byte[] body) {

    public String header(String name) {
        return headers.get(name);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Null if there was no call. */
    static SeenCall read(InputStream input) throws IOException {
        String first = readLine(input);
        if (first.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = readLine(input); !line.isEmpty(); line = readLine(input)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon).toLowerCase(), line.substring(colon + 1).trim());
        }
        byte[] body = input.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        String[] words = first.split(" ");
        return new SeenCall(words[0], words[1].substring("/api".length()), headers, body);
    }

    private static String readLine(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int one = input.read(); one != '\n' && one != -1; one = input.read()) {
            line.write(one);
        }
        return line.toString(StandardCharsets.UTF_8).trim();
    }
}
