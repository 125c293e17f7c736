package dev.weft.client.internal;

import dev.weft.client.CallOptions;
import dev.weft.client.RawAnswer;
import dev.weft.client.RawRequest;
import dev.weft.client.RetryEvent;
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
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Sends requests with credentials, retries where useful, and converts error responses to exceptions. */
public final class Transport {
    private final Connection connection;
    private final Proof proof;

    private final Gate gate;

    /** Where to connect to, and the defaults of calls. */
    public record Connection(String baseUrl, HttpClient client, String userAgent, Limits limits) {}

    /** The defaults of calls; zero means no timeout or deadline. */
    public record Limits(
            Duration timeout, Duration deadline, int retries, int maxConcurrency, Consumer<RetryEvent> onRetry) {}

    public Transport(Connection connection, Proof proof) {
        this.connection = connection;
        this.proof = proof;
        this.gate = new Gate(connection.limits().maxConcurrency());
    }

    public CompletableFuture<RawAnswer> send(RawRequest request, CallOptions options) {
        boolean isHarmless = !request.method().equals("POST") && options.ifMatch().isEmpty();
        boolean isRepeatable = request.isRepeatable().orElse(isHarmless) || options.idempotencyKey().isPresent();
        Limits limits = connection.limits();
        Deadline deadline = new Deadline(
                options.deadline().orElse(options.isLongPoll() ? Duration.ZERO : limits.deadline()));
        Attempts attempts = new Attempts(options.retries().orElse(limits.retries()), isRepeatable, deadline);
        return new RepeatedCall(
                        scope -> attempt(new Call(request, options, deadline, scope)),
                        attempts,
                        (retry, delay, error) -> limits.onRetry()
                                .accept(new RetryEvent(request.method(), request.path(), retry, delay, error)))
                .start();
    }

    private record Call(RawRequest request, CallOptions options, Deadline deadline, CallScope scope) {}

    private CompletableFuture<RawAnswer> attempt(Call call) {
        return proof.headers()
                .thenCompose(proven -> exchange(call, proven).thenCompose(response -> {
                    boolean isStale = response.statusCode() == 401 && proof.renew(proven);
                    return isStale
                            ? proof.headers().thenCompose(fresh -> exchange(call, fresh))
                            : CompletableFuture.completedFuture(response);
                }))
                .thenApply(Transport::accepted);
    }

    private CompletableFuture<HttpResponse<InputStream>> exchange(Call call, Map<String, String> proven) {
        if (call.options().isLongPoll()) {
            return sendOnce(call, proven);
        }
        return takeTurn(call).thenCompose(turn -> {
            try {
                return sendOnce(call, proven).whenComplete((response, error) -> gate.leave());
            } catch (RuntimeException error) {
                gate.leave();
                throw error;
            }
        });
    }

    private CompletableFuture<Void> takeTurn(Call call) {
        CompletableFuture<Void> turn = call.scope().follow(gate.enter());
        return call.deadline()
                .remaining()
                .map(left -> limited(turn, left, () -> ApiExceptions.timedOut(
                        "The call waited for its turn longer than its deadline of "
                                + call.deadline().limit().toMillis() + " ms.",
                        null)))
                .orElse(turn);
    }

    private CompletableFuture<HttpResponse<InputStream>> sendOnce(Call call, Map<String, String> proven) {
        Duration timeout = call.options().timeout().orElse(connection.limits().timeout());
        CompletableFuture<HttpResponse<InputStream>> sent = call.scope().follow(connection
                .client()
                .sendAsync(
                        write(call.request(), call.options(), proven), reader(call.request().isWhole(), timeout)));
        Optional<Duration> left = call.deadline().remaining().filter(rest -> isShorter(rest, timeout));
        CompletableFuture<HttpResponse<InputStream>> answered = left.isEmpty() && timeout.isZero()
                ? sent
                : limited(sent, left.orElse(timeout), () -> tooLate(left.isPresent(), call.deadline(), timeout));
        return answered.handle((response, error) -> {
            if (error != null) {
                throw explain(Waiting.unwrap(error), timeout);
            }
            gate.observe(response.headers());
            return response;
        });
    }

    private RuntimeException tooLate(boolean isByDeadline, Deadline deadline, Duration timeout) {
        String limit = isByDeadline
                ? "the deadline of " + deadline.limit().toMillis() + " ms."
                : timeout.toMillis() + " ms.";
        return ApiExceptions.timedOut(connection.baseUrl() + " did not respond within " + limit, null);
    }

    private static boolean isShorter(Duration left, Duration timeout) {
        return timeout.isZero() || left.compareTo(timeout) < 0;
    }

    /** Cancels a future that takes longer. */
    private static <T> CompletableFuture<T> limited(
            CompletableFuture<T> future, Duration limit, Supplier<RuntimeException> error) {
        return future.copy()
                .orTimeout(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS)
                .handle((result, thrown) -> {
                    if (thrown == null) {
                        return result;
                    }
                    // One that completed at the last moment counts: its place at the gate would otherwise be lost.
                    if (Waiting.unwrap(thrown) instanceof TimeoutException && future.cancel(true)) {
                        throw error.get();
                    }
                    return future.join();
                });
    }

    private HttpRequest write(RawRequest request, CallOptions options, Map<String, String> proven) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(connection.baseUrl() + request.path()))
                .method(request.method(), request.body())
                .setHeader("User-Agent", connection.userAgent());
        proven.forEach(builder::setHeader);
        options.idempotencyKey().ifPresent(key -> builder.setHeader("Idempotency-Key", key));
        options.ifMatch().ifPresent(version -> builder.setHeader("If-Match", "\"" + version + "\""));
        options.changeSetId().ifPresent(id -> builder.setHeader("Change-Set-Id", id));
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
        if (error instanceof HttpTimeoutException && isConnected) {
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
