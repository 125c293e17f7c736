package dev.weft.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.internal.Addresses;
import dev.weft.client.internal.Background;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Transport.Connection;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;

/** Configures a session. Not thread-safe, unlike the session. */
public final class WeftBuilder {
    private static final String VERSION = "0.1.0";

    String apiKey;
    String accessToken;
    String email;
    String password;
    String orgSlug;
    private String baseUrl = "http://127.0.0.1:3000/api";
    private HttpClient httpClient;
    private ObjectMapper objectMapper;
    private Executor executor;
    // Longer than the service holds any request.
    private Duration timeout = Duration.ofMinutes(1);
    private int retries = Retries.DEFAULT;
    private String userAgent = "weft-client-java/" + VERSION;

    WeftBuilder() {}

    /**
     * The key of an app or a user; set its organization too.
     *
     * @param key such as {@code app:weft_…}
     * @return this
     */
    public WeftBuilder apiKey(String key) {
        this.apiKey = Objects.requireNonNull(key, "apiKey");
        return this;
    }

    /**
     * The slug of the organization.
     *
     * @param slug such as {@code demo}
     * @return this
     */
    public WeftBuilder orgSlug(String slug) {
        this.orgSlug = Objects.requireNonNull(slug, "orgSlug");
        return this;
    }

    /**
     * Signs in as a user, when first needed and again when the token expires; set the organization too.
     *
     * @param address the user's email
     * @param secret the user's password
     * @return this
     */
    public WeftBuilder password(String address, String secret) {
        this.email = Objects.requireNonNull(address, "email");
        this.password = Objects.requireNonNull(secret, "password");
        return this;
    }

    /**
     * A token issued by the operator or by single sign-on.
     *
     * @param token such as {@code weft_token_…}
     * @return this
     */
    public WeftBuilder accessToken(String token) {
        this.accessToken = Objects.requireNonNull(token, "accessToken");
        return this;
    }

    /**
     * The base URL of the API. Default: {@code http://127.0.0.1:3000/api}.
     *
     * @param address ending in {@code /api}
     * @return this
     * @throws IllegalArgumentException if it is not a valid base URL
     */
    public WeftBuilder baseUrl(String address) {
        this.baseUrl = Addresses.requireBaseUrl(address);
        return this;
    }

    /**
     * Sets the HTTP client, for proxies, certificates or your own pool. It must not follow redirects, because it would
     * send the credentials along.
     *
     * @param client of version HTTP/1.1 or 2
     * @return this
     */
    public WeftBuilder httpClient(HttpClient client) {
        if (client.followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException(
                    "The HTTP client follows redirects and would send the credentials along: build it with "
                            + "followRedirects(NEVER).");
        }
        this.httpClient = client;
        return this;
    }

    /**
     * Sets the mapper for your own types. Default: one that ignores unknown fields, and supports {@code Instant} and
     * {@code LocalDate}. It is not used for the types of this library. Nulls of records are left out, unless the mapper
     * has a default property inclusion of its own.
     *
     * @param mapper must not be changed later
     * @return this
     */
    public WeftBuilder objectMapper(ObjectMapper mapper) {
        this.objectMapper = Objects.requireNonNull(mapper, "objectMapper");
        return this;
    }

    /**
     * Sets the executor for work of more than one call: workers and their handlers, and the long-running methods of
     * {@link Weft#async}. Each occupies a thread, so the executor must be able to run all of them concurrently.
     * Default: daemon threads, as many as needed.
     *
     * @param runner such as an unbounded pool
     * @return this
     */
    public WeftBuilder executor(Executor runner) {
        this.executor = Objects.requireNonNull(runner, "executor");
        return this;
    }

    /**
     * Sets the timeout of each attempt. Default: one minute.
     *
     * @param limit zero means none
     * @return this
     */
    public WeftBuilder timeout(Duration limit) {
        this.timeout = CallOptions.requireLimit(limit);
        return this;
    }

    /**
     * Sets the maximum retries after 429, 503 and lost connections. Default: 4.
     *
     * @param count zero means never
     * @return this
     */
    public WeftBuilder retries(int count) {
        this.retries = CallOptions.requireCount(count);
        return this;
    }

    /**
     * Identifies the program in the service's log.
     *
     * @param name such as {@code erp-bridge/2.1}
     * @return this
     */
    public WeftBuilder userAgent(String name) {
        this.userAgent = Objects.requireNonNull(name, "userAgent");
        return this;
    }

    /**
     * Creates the session, without a request; without credentials, only public operations can be called.
     *
     * @return a session
     * @throws IllegalArgumentException if a key or password has no organization, or cannot be sent
     */
    public Weft build() {
        return new Weft(this);
    }

    /**
     * Creates the session and verifies the credentials.
     *
     * @return a session with valid credentials
     * @throws UnauthenticatedException if they are not valid
     */
    public Weft login() {
        Weft weft = build();
        weft.whoami();
        return weft;
    }

    Connection connection() {
        return new Connection(baseUrl, httpClient == null ? newClient() : httpClient, userAgent, timeout, retries);
    }

    ObjectMapper mapper() {
        return objectMapper == null ? Results.newMapper() : Results.withoutNulls(objectMapper);
    }

    Executor runner() {
        return executor == null ? Background.daemons() : executor;
    }

    /** HTTP/1.1, because the service supports nothing else, and an upgrade offer costs a header. */
    private static HttpClient newClient() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    /** Does not include the credentials. */
    @Override
    public String toString() {
        return "WeftBuilder[" + baseUrl + "]";
    }
}
