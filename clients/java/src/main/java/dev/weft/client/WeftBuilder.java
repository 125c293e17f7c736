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

/** Says what a session is to be like. Not thread-safe, unlike the session. */
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
    // Longer than the service holds any answer.
    private Duration timeout = Duration.ofMinutes(1);
    private int retries = Retries.DEFAULT;
    private String userAgent = "weft-client-java/" + VERSION;

    WeftBuilder() {}

    /**
     * The key of an app or a user; name its organization too.
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
     * Signs in as a user, when first needed and again when the token has run out; name the organization too.
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
     * A token that the operator or a sign-on has issued.
     *
     * @param token such as {@code weft_token_…}
     * @return this
     */
    public WeftBuilder accessToken(String token) {
        this.accessToken = Objects.requireNonNull(token, "accessToken");
        return this;
    }

    /**
     * Where the API is. Left out: {@code http://127.0.0.1:3000/api}.
     *
     * @param address ending in {@code /api}
     * @return this
     * @throws IllegalArgumentException when it is not the address of an API
     */
    public WeftBuilder baseUrl(String address) {
        this.baseUrl = Addresses.requireBaseUrl(address);
        return this;
    }

    /**
     * Sends the requests, for proxies, certificates or a pool of your own. It must not follow redirects, because it
     * would take the credentials along.
     *
     * @param client of version HTTP/1.1 or 2
     * @return this
     */
    public WeftBuilder httpClient(HttpClient client) {
        if (client.followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException(
                    "The HTTP client follows redirects and would take the credentials along: build it with "
                            + "followRedirects(NEVER).");
        }
        this.httpClient = client;
        return this;
    }

    /**
     * Reads and writes your own types. Left out: one that ignores fields that a type lacks, and knows {@code Instant}
     * and
     * {@code LocalDate}. Answers that have a type of this library are read without it.
     *
     * @param mapper must not be changed afterwards
     * @return this
     */
    public WeftBuilder objectMapper(ObjectMapper mapper) {
        this.objectMapper = Objects.requireNonNull(mapper, "objectMapper");
        return this;
    }

    /**
     * Runs what takes more than one call: workers and their handlers, and the long-running methods of {@link
     * Weft#async}. Each occupies a thread while it runs, so it must be able to run all of them at once. Left out:
     * daemon threads, as many as are needed.
     *
     * @param runner such as a pool without a bound
     * @return this
     */
    public WeftBuilder executor(Executor runner) {
        this.executor = Objects.requireNonNull(runner, "executor");
        return this;
    }

    /**
     * Limits each attempt of a call. Left out: a minute.
     *
     * @param limit zero means none
     * @return this
     */
    public WeftBuilder timeout(Duration limit) {
        this.timeout = CallOptions.requireLimit(limit);
        return this;
    }

    /**
     * Says how often a call is made again after 429, 503 and lost connections. Left out: four times.
     *
     * @param count zero means never
     * @return this
     */
    public WeftBuilder retries(int count) {
        this.retries = CallOptions.requireCount(count);
        return this;
    }

    /**
     * Names the program in the service's log.
     *
     * @param name such as {@code erp-bridge/2.1}
     * @return this
     */
    public WeftBuilder userAgent(String name) {
        this.userAgent = Objects.requireNonNull(name, "userAgent");
        return this;
    }

    /**
     * Makes the session. Nothing is sent yet; without credentials, only what needs none can be called.
     *
     * @return a session
     * @throws IllegalArgumentException when a key or password lacks its organization, or cannot be sent
     */
    public Weft build() {
        return new Weft(this);
    }

    /**
     * Makes the session and asks the service who the credentials are.
     *
     * @return a session whose credentials are good
     * @throws UnauthenticatedException when they are not
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
        return objectMapper == null ? Results.newMapper() : objectMapper;
    }

    Executor runner() {
        return executor == null ? Background.daemons() : executor;
    }

    /**
     * HTTP/1.1, because an offer to upgrade costs a header and gains nothing with a service that speaks nothing else.
     */
    private static HttpClient newClient() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    /** Says nothing of the credentials. */
    @Override
    public String toString() {
        return "WeftBuilder[" + baseUrl + "]";
    }
}
