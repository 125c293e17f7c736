package dev.weft.client;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A call by its path: for bytes and streams, and for operations of a newer service. Immutable. */
public final class RawRequest {
    private final String method;
    private final String path;
    private final Map<String, String> headers;
    private final BodyPublisher body;
    private final Boolean isRepeatable;
    private final boolean isWhole;

    private RawRequest(Draft draft) {
        this.method = draft.method;
        this.path = draft.path;
        this.headers = Map.copyOf(draft.headers);
        this.body = draft.body;
        this.isRepeatable = draft.isRepeatable;
        this.isWhole = draft.isWhole;
    }

    /**
     * A request without headers and body, whose response is streamed.
     *
     * @param method GET, POST, PUT, PATCH or DELETE
     * @param path relative to the base URL, such as {@code /files}, with its query, encoded
     * @return a request
     */
    public static RawRequest of(String method, String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("A path must start with /, such as /items.");
        }
        Draft draft = new Draft();
        draft.method = method;
        draft.path = path;
        return new RawRequest(draft);
    }

    /**
     * Adds a header.
     *
     * @param name such as {@code Range}
     * @param value with characters that are allowed in a header
     * @return a new request
     */
    public RawRequest withHeader(String name, String value) {
        Draft draft = draft();
        draft.headers.put(name, value);
        return new RawRequest(draft);
    }

    /**
     * Sets the body.
     *
     * @param publisher is subscribed to for each attempt, so it must be able to restart
     * @param contentType the content type
     * @return a new request
     */
    public RawRequest withBody(BodyPublisher publisher, String contentType) {
        Draft draft = draft();
        draft.body = publisher;
        draft.headers.put("Content-Type", contentType);
        return new RawRequest(draft);
    }

    /**
     * Sets whether the request can be repeated safely. Default: true, except for POST and for calls with ifMatch.
     *
     * @param repeatable whether to retry after a lost response
     * @return a new request
     */
    public RawRequest withRepeatable(boolean repeatable) {
        Draft draft = draft();
        draft.isRepeatable = repeatable;
        return new RawRequest(draft);
    }

    /**
     * Requires the response to be read completely, so that an interrupted one is retried.
     *
     * @return a new request
     */
    public RawRequest whole() {
        Draft draft = draft();
        draft.isWhole = true;
        return new RawRequest(draft);
    }

    /**
     * The method.
     *
     * @return such as GET
     */
    public String method() {
        return method;
    }

    /**
     * The path relative to the base URL.
     *
     * @return with its query
     */
    public String path() {
        return path;
    }

    /**
     * The headers in addition to those of the session.
     *
     * @return may be empty
     */
    public Map<String, String> headers() {
        return headers;
    }

    /**
     * The body.
     *
     * @return an empty one if there is none
     */
    public BodyPublisher body() {
        return body == null ? BodyPublishers.noBody() : body;
    }

    /**
     * Whether the request can be repeated safely.
     *
     * @return empty if not set
     */
    public Optional<Boolean> isRepeatable() {
        return Optional.ofNullable(isRepeatable);
    }

    /**
     * Whether the response must be read completely.
     *
     * @return false for a stream
     */
    public boolean isWhole() {
        return isWhole;
    }

    private Draft draft() {
        Draft draft = new Draft();
        draft.method = method;
        draft.path = path;
        draft.headers.putAll(headers);
        draft.body = body;
        draft.isRepeatable = isRepeatable;
        draft.isWhole = isWhole;
        return draft;
    }

    private static final class Draft {
        private final Map<String, String> headers = new LinkedHashMap<>();
        private String method;
        private String path;
        private BodyPublisher body;
        private Boolean isRepeatable;
        private boolean isWhole;
    }
}
