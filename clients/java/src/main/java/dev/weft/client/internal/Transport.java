package dev.weft.client.internal;

import dev.weft.client.CallOptions;
import dev.weft.client.RawAnswer;
import dev.weft.client.RawRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests with credentials, retries where useful, and converts error responses to exceptions. */
public final class Transport {
    private final Connection connection;
    private final Proof proof;

    /** The default call options. */
    public record Connection(String baseUrl, HttpClient client, String userAgent, Duration timeout, int retries) {}

    public Transport(Connection connection, Proof proof) {
        this.connection = connection;
        this.proof = proof;
    }

    public CompletableFuture<RawAnswer> send(RawRequest request, CallOptions options) {
        boolean isHarmless = !request.method().equals("POST") && options.ifMatch().isEmpty();
        boolean isRepeatable = request.isRepeatable().orElse(isHarmless) || options.idempotencyKey().isPresent();
        int retries = options.retries().orElse(connection.retries());
        return new RepeatedCall(scope -> attempt(request, options, scope), retries, isRepeatable).start();
    }

    private CompletableFuture<RawAnswer> attempt(RawRequest request, CallOptions options, CallScope scope) {
        return proof.headers()
                .thenCompose(proven -> exchange(request, options, proven, scope).thenCompose(response -> {
                    boolean isStale = response.statusCode() == 401 && proof.renew(proven);
                    return isStale
                            ? proof.headers().thenCompose(fresh -> exchange(request, options, fresh, scope))
                            : CompletableFuture.completedFuture(response);
                }))
                .thenApply(Transport::accepted);
    }

    private CompletableFuture<HttpResponse<InputStream>> exchange(
            RawRequest request, CallOptions options, Map<String, String> proven, CallScope scope) {
        Duration timeout = options.timeout().orElse(connection.timeout());
        CompletableFuture<HttpResponse<InputStream>> sent = scope.follow(
                connection.client().sendAsync(write(request, options, proven), reader(request.isWhole(), timeout)));
        CompletableFuture<HttpResponse<InputStream>> limited =
                timeout.isZero() ? sent : sent.copy().orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        return limited.handle((response, error) -> {
            if (error == null) {
                return response;
            }
            sent.cancel(true);
            throw explain(Waiting.unwrap(error), timeout);
        });
    }

    private HttpRequest write(RawRequest request, CallOptions options, Map<String, String> proven) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(connection.baseUrl() + request.path()))
                .method(request.method(), request.body())
                .setHeader("User-Agent", connection.userAgent());
        proven.forEach(builder::setHeader);
        options.idempotencyKey().ifPresent(key -> builder.setHeader("Idempotency-Key", key));
        options.ifMatch().ifPresent(version -> builder.setHeader("If-Match", "\"" + version + "\""));
        request.headers().forEach(builder::setHeader);
        return builder.build();
    }

    /** A response that must be read completely counts when its last byte has arrived; so does every error response. */
    private static BodyHandler<InputStream> reader(boolean isWhole, Duration timeout) {
        return info -> isWhole || !isSuccess(info.statusCode())
                ? BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new)
                : new TimedBody(timeout);
    }

    private static RawAnswer accepted(HttpResponse<InputStream> response) {
        if (!isSuccess(response.statusCode())) {
            throw ApiExceptions.read(response.statusCode(), response.headers(), readAll(response.body()));
        }
        return new RawAnswer(response.statusCode(), response.headers(), response.body());
    }

    private static byte[] readAll(InputStream held) {
        try {
            return held.readAllBytes();
        } catch (IOException error) {
            return new byte[0];
        }
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    private RuntimeException explain(Throwable error, Duration timeout) {
        boolean isConnected = !(error instanceof HttpConnectTimeoutException);
        if (error instanceof TimeoutException || error instanceof HttpTimeoutException && isConnected) {
            return ApiExceptions.timedOut(
                    connection.baseUrl() + " did not respond within " + timeout.toMillis() + " ms.", error);
        }
        if (error instanceof IOException) {
            String detail = connection.baseUrl() + " cannot be reached (" + reasonOf(error)
                    + "). Is the service running there?";
            return ApiExceptions.unreachable(detail, error);
        }
        return error instanceof RuntimeException other ? other : new CancellationException(error.toString());
    }

    private static String reasonOf(Throwable error) {
        return error.getMessage() == null || error.getMessage().isBlank()
                ? error.getClass().getSimpleName()
                : error.getMessage();
    }
}
