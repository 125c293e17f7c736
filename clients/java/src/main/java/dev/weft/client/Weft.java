package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.changes.Changes;
import dev.weft.client.files.Files;
import dev.weft.client.internal.Addresses;
import dev.weft.client.internal.Chained;
import dev.weft.client.internal.OperationCalls;
import dev.weft.client.internal.OperationTable;
import dev.weft.client.internal.OperationTable.Operation;
import dev.weft.client.internal.PasswordProof;
import dev.weft.client.internal.Proof;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Transport;
import dev.weft.client.internal.Transport.Connection;
import dev.weft.client.loader.Loader;
import dev.weft.client.tasks.TaskHandler;
import dev.weft.client.tasks.TaskWorker;
import dev.weft.client.tasks.Tasks;
import dev.weft.client.tasks.WorkerOptions;
import dev.weft.client.typed.Draft;
import dev.weft.client.typed.EntityKind;
import dev.weft.client.typed.TypedEntities;
import dev.weft.client.typed.TypedEntity;
import dev.weft.client.webhooks.WebhookMessage;
import dev.weft.client.webhooks.WebhookVerifier;
import dev.weft.client.workflows.Workflows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A session: credentials, and all operations with them. Thread-safe; create one and share it. Several can be used in
 * parallel.
 */
public final class Weft implements Caller {
    private final Transport transport;
    private final Connection connection;
    private final ObjectMapper mapper;
    private final Executor executor;

    Weft(WeftBuilder builder) {
        this.connection = builder.connection();
        this.mapper = builder.mapper();
        this.executor = builder.runner();
        this.transport = new Transport(connection, proofOf(builder));
    }

    /**
     * Configures a session.
     *
     * @return a builder
     */
    public static WeftBuilder builder() {
        return new WeftBuilder();
    }

    /**
     * Creates a session with the environment variables {@code WEFT_API_KEY}, {@code WEFT_ORG} and
     * {@code WEFT_BASE_URL}, without a request. To set more, or to verify the key:
     * {@code Weft.builder().fromEnvironment()….login()}.
     *
     * @return a session
     * @throws IllegalStateException if the key or the organization is not set
     */
    public static Weft fromEnvironment() {
        return builder().fromEnvironment().build();
    }

    /**
     * Creates a session at {@code http://127.0.0.1:3000/api} and verifies the key. For another URL:
     * {@code Weft.builder()….login()}.
     *
     * @param apiKey such as {@code app:weft_…}
     * @param orgSlug the slug of the organization
     * @return a session; its calls need no further credentials
     * @throws UnauthenticatedException if the key is not valid
     */
    public static Weft login(String apiKey, String orgSlug) {
        return builder().apiKey(apiKey).orgSlug(orgSlug).login();
    }

    /**
     * Creates a session and verifies the key.
     *
     * @param apiKey such as {@code app:weft_…}
     * @param orgSlug the slug of the organization
     * @param baseUrl the base URL of the API, ending in {@code /api}
     * @return a session; its calls need no further credentials
     * @throws UnauthenticatedException if the key is not valid
     */
    public static Weft login(String apiKey, String orgSlug, String baseUrl) {
        return builder().apiKey(apiKey).orgSlug(orgSlug).baseUrl(baseUrl).login();
    }

    /**
     * The owner of the credentials.
     *
     * @return the organization, the user or app, and its permissions
     */
    public Whoami whoami() {
        return Results.read(call("whoami", OperationInput.options()), Whoami.class);
    }

    /**
     * The generic verbs for every entity kind.
     *
     * @return get, list, create and so on
     */
    public Entities<JsonNode> entities() {
        return new Entities<>(AsyncEntities.of(this));
    }

    /**
     * The verbs for one kind, with the classes that {@code weft types generate --language java} writes.
     *
     * @param <E> the class of entities
     * @param <D> the class of drafts
     * @param kind such as {@code Item.KIND}
     * @return get, list, create and so on
     */
    public <E extends TypedEntity<E>, D extends Draft<E>> TypedEntities<E, D> entities(EntityKind<E, D> kind) {
        return new TypedEntities<>(entities(), kind);
    }

    /**
     * The change history.
     *
     * @return poll, search and export
     */
    public Changes changes() {
        return new Changes(this);
    }

    /**
     * Files.
     *
     * @return upload, download and so on
     */
    public Files files() {
        return new Files(this);
    }

    /**
     * Loads of CSV files.
     *
     * @return run, follow, cancel and so on
     */
    public Loader loader() {
        return new Loader(this);
    }

    /**
     * Workflows and their processes.
     *
     * @return start, run, get and so on
     */
    public Workflows workflows() {
        return new Workflows(this);
    }

    /**
     * The tasks of workflow processes.
     *
     * @return complete, fail, progress and so on
     */
    public Tasks tasks() {
        return new Tasks(this);
    }

    /**
     * Handles the external tasks of an action, until it is stopped.
     *
     * @param action such as {@code external}
     * @param handler does the work of a task
     * @return a running worker
     */
    public TaskWorker worker(String action, TaskHandler handler) {
        return worker(action, handler, WorkerOptions.options());
    }

    /**
     * Handles the external tasks of an action, until it is stopped.
     *
     * @param action such as {@code external}
     * @param handler does the work of a task
     * @param options such as concurrency and the error listener
     * @return a running worker
     */
    public TaskWorker worker(String action, TaskHandler handler, WorkerOptions options) {
        return new TaskWorker(this, action, handler, options);
    }

    /**
     * The same session with futures.
     *
     * @return the asynchronous session
     */
    public AsyncWeft async() {
        return new AsyncWeft(this);
    }

    /**
     * Returns the message of a webhook if it has a signature of one of the secrets, from the last five minutes. For
     * other tolerances and servers see {@link WebhookVerifier}.
     *
     * @param headers of the request, case-insensitive
     * @param body the original bytes
     * @param secrets of the webhook, {@code whsec_…}; several during a rotation
     * @return the message
     * @throws dev.weft.client.webhooks.WebhookVerificationException if it is not trusted
     */
    public static WebhookMessage verifyWebhook(Map<String, List<String>> headers, byte[] body, String... secrets) {
        return WebhookVerifier.of(secrets).verify(headers, body);
    }

    @Override
    public CompletableFuture<JsonNode> callAsync(String operationId, OperationInput input) {
        Operation operation = OperationTable.get(operationId);
        String path = Addresses.fill(operation.path(), input.params()) + input.query().write(mapper);
        RawRequest request = RawRequest.of(operation.method(), path).whole();
        if (input.body().isPresent()) {
            request = request.withBody(OperationCalls.writeJson(mapper, input.body().get()), OperationCalls.JSON);
        }
        if (input.isRepeatable().isPresent()) {
            request = request.withRepeatable(input.isRepeatable().get());
        }
        CallOptions options = input.callOptions();
        if (operation.isKeyed() && options.idempotencyKey().isEmpty()) {
            options = options.withIdempotencyKey(OperationCalls.newKey());
        }
        return Chained.map(sendAsync(request, options), response -> OperationCalls.readJson(mapper, response));
    }

    @Override
    public CompletableFuture<RawAnswer> sendAsync(RawRequest request, CallOptions options) {
        return transport.send(request, options);
    }

    @Override
    public ObjectMapper mapper() {
        return mapper;
    }

    @Override
    public Executor executor() {
        return executor;
    }

    /**
     * The base URL of the API.
     *
     * @return without a trailing slash
     */
    public String baseUrl() {
        return connection.baseUrl();
    }

    /** Does not include the credentials. */
    @Override
    public String toString() {
        return "Weft[" + connection.baseUrl() + "]";
    }

    private Proof proofOf(WeftBuilder builder) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (builder.apiKey != null) {
            headers.put("X-Api-Key", builder.apiKey);
            headers.put("X-Api-Org", requireOrg(builder, "apiKey"));
        } else if (builder.accessToken != null) {
            headers.put("Authorization", "Bearer " + builder.accessToken);
            if (builder.orgSlug != null) {
                headers.put("X-Api-Org", builder.orgSlug);
            }
        } else if (builder.email != null) {
            return passwordProof(builder.email, builder.password, requireOrg(builder, "password"));
        }
        return Proof.fixed(headers);
    }

    private Proof passwordProof(String email, String password, String orgSlug) {
        Transport stranger = new Transport(connection, Proof.none());
        Map<String, String> body = Map.of("email", email, "password", password, "orgSlug", orgSlug);
        RawRequest request = RawRequest.of("POST", OperationTable.get("login").path())
                .withBody(OperationCalls.writeJson(mapper, body), OperationCalls.JSON)
                .whole();
        // The call that needs the token is retried, and this one with it.
        CallOptions once = CallOptions.options().withRetries(0);
        return new PasswordProof(() -> Chained.map(
                stranger.send(request, once),
                response -> OperationCalls.readJson(mapper, response).path("accessToken").asText()));
    }

    private static String requireOrg(WeftBuilder builder, String credential) {
        if (builder.orgSlug == null) {
            throw new IllegalArgumentException(credential + " requires the organization: orgSlug(\"demo\").");
        }
        return builder.orgSlug;
    }
}
