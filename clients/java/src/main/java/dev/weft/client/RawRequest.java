package dev.weft.client;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A call by its path: for bytes and streams, and for what a newer service has. Immutable. */
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
     * A request without headers and body, whose answer is read as it comes.
     *
     * @param method GET, POST, PUT or DELETE
     * @param path below the base address, such as {@code /files}, with its query and everything encoded
     * @return a request
     */
    public static RawRequest of(String method, String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("A path begins with /, such as /items.");
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
     * @param value in characters that a header can carry
     * @return another request
     */
    public RawRequest withHeader(String name, String value) {
        Draft draft = draft();
        draft.headers.put(name, value);
        return new RawRequest(draft);
    }

    /**
     * Gives it a body.
     *
     * @param publisher is subscribed to for each attempt, so it must be able to begin anew
     * @param contentType the type of the bytes
     * @return another request
     */
    public RawRequest withBody(BodyPublisher publisher, String contentType) {
        Draft draft = draft();
        draft.body = publisher;
        draft.headers.put("Content-Type", contentType);
        return new RawRequest(draft);
    }

    /**
     * Says whether a second one does no harm. Left out: unless it is a POST, or a change of a certain version.
     *
     * @param repeatable whether it may be made again when its answer was lost
     * @return another request
     */
    public RawRequest withRepeatable(boolean repeatable) {
        Draft draft = draft();
        draft.isRepeatable = repeatable;
        return new RawRequest(draft);
    }

    /**
     * Says that the answer counts only when all of it has been read, so that one that breaks off is asked for again.
     *
     * @return another request
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
     * The path below the base address.
     *
     * @return with its query
     */
    public String path() {
        return path;
    }

    /**
     * The headers beside those of the session.
     *
     * @return perhaps none
     */
    public Map<String, String> headers() {
        return headers;
    }

    /**
     * The body.
     *
     * @return one of no bytes when there is none
     */
    public BodyPublisher body() {
        return body == null ? BodyPublishers.noBody() : body;
    }

    /**
     * Whether a second one does no harm.
     *
     * @return empty when that is not said
     */
    public Optional<Boolean> isRepeatable() {
        return Optional.ofNullable(isRepeatable);
    }

    /**
     * Whether the answer counts only when all of it has been read.
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
