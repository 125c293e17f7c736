package dev.weft.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.internal.Addresses;
import dev.weft.client.internal.Background;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Retries;
import dev.weft.client.internal.Transport.Connection;
import dev.weft.client.internal.Transport.Limits;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

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
    private Duration deadline = Duration.ZERO;
    private int retries = Retries.DEFAULT;
    // A burst that the default rate limit of the service accepts, before its headers are known.
    private int maxConcurrency = 32;
    private Consumer<RetryEvent> onRetry = event -> {};
    private String userAgent = "weft-client-java/" + VERSION;

    WeftBuilder() {}

    /**
     * Takes the key, the organization and the base URL from the environment variables {@code WEFT_API_KEY},
     * {@code WEFT_ORG} and {@code WEFT_BASE_URL}. Without the last one, the base URL stays as it is.
     *
     * @return this
     * @throws IllegalStateException if the key or the organization is not set
     */
    public WeftBuilder fromEnvironment() {
        return environment(System.getenv());
    }

    WeftBuilder environment(Map<String, String> variables) {
        apiKey(requireVariable(variables, "WEFT_API_KEY", "the key of an app, such as app:weft_…"));
        orgSlug(requireVariable(variables, "WEFT_ORG", "the slug of your organization, such as demo"));
        String address = variables.getOrDefault("WEFT_BASE_URL", "");
        return address.isBlank() ? this : baseUrl(address);
    }

    private static String requireVariable(Map<String, String> variables, String name, String what) {
        String value = variables.getOrDefault(name, "");
        if (value.isBlank()) {
            throw new IllegalStateException(
                    "The environment variable " + name + " is not set. Set it to " + what + ".");
        }
        return value.strip();
    }

    /**
     * The key of an app or a user; set its organization too.
     *
     * @param key such as {@code app:weft_…}
     * @return this
     */
    public WeftBuilder apiKey(String key) {
        this.apiKey = given(key, "apiKey");
        return this;
    }

    /**
     * The slug of the organization.
     *
     * @param slug such as {@code demo}
     * @return this
     */
    public WeftBuilder orgSlug(String slug) {
        this.orgSlug = given(slug, "orgSlug");
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
        this.email = given(address, "email");
        this.password = given(secret, "password");
        return this;
    }

    /**
     * A token issued by the operator or by single sign-on.
     *
     * @param token such as {@code weft_token_…}
     * @return this
     */
    public WeftBuilder accessToken(String token) {
        this.accessToken = given(token, "accessToken");
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
        this.baseUrl = Addresses.requireBaseUrl(given(address, "baseUrl"));
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
     * Sets the deadline of each whole call, with the wait for its turn, all attempts and the delays between them. A delay
     * that would exceed it is not waited for: the call fails at once with its last error. Default: none.
     *
     * @param limit zero means none
     * @return this
     */
    public WeftBuilder deadline(Duration limit) {
        this.deadline = CallOptions.requireLimit(limit);
        return this;
    }

    /**
     * Sets the maximum of concurrent requests; others wait for their turn, as do those that would exceed the rate limit
     * by the RateLimit headers of the service. Long polls do not count. Default: 32.
     *
     * @param count at least 1
     * @return this
     */
    public WeftBuilder maxConcurrency(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("maxConcurrency must be at least 1.");
        }
        this.maxConcurrency = count;
        return this;
    }

    /**
     * Sets a listener for failed attempts that will be retried, for logs and metrics.
     *
     * @param listener is called before the delay; its exceptions are ignored
     * @return this
     */
    public WeftBuilder onRetry(Consumer<RetryEvent> listener) {
        this.onRetry = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Sets the maximum retries after 429, 503 and lost connections. Default: 4. Refused connections do not count: they
     * are retried for ten seconds, in which the service can restart.
     *
     * @param count zero means never, not even refused connections
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
        this.userAgent = given(name, "userAgent");
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

    /** Null is most often an environment variable that is not set. */
    private static String given(String value, String name) {
        if (value == null) {
            throw new IllegalArgumentException(
                    name + " is null. If it comes from an environment variable, set that variable, or use "
                            + "fromEnvironment(), which names it.");
        }
        return value;
    }

    Connection connection() {
        return new Connection(
                baseUrl,
                httpClient == null ? newClient() : httpClient,
                userAgent,
                new Limits(timeout, deadline, retries, maxConcurrency, onRetry));
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
