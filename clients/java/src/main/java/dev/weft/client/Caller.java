package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.internal.Waiting;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Whoever can make calls: a session. Everything else is built on these few methods. */
public interface Caller {

    /**
     * Makes one call of the API by the id of its operation.
     *
     * @param operationId such as {@code list-items}
     * @param input what it takes
     * @return the answer; a missing node when it has no body. A cancel ends the call, its waiting and its retries.
     */
    CompletableFuture<JsonNode> callAsync(String operationId, OperationInput input);

    /**
     * Makes a call by its path.
     *
     * @param request what is sent
     * @param options how it is made
     * @return an answer of success, whose body is still to be read. A cancel ends the call, its waiting and its
     *     retries.
     */
    CompletableFuture<RawAnswer> sendAsync(RawRequest request, CallOptions options);

    /**
     * What reads and writes the caller's own types.
     *
     * @return never null
     */
    ObjectMapper mapper();

    /**
     * Where work runs that takes more than a call.
     *
     * @return never null
     */
    Executor executor();

    /**
     * Makes a call that needs nothing, and waits for it.
     *
     * @param operationId such as {@code whoami}
     * @return the answer; a missing node when it has no body
     * @throws ApiException when it is refused, or no answer comes
     * @throws InterruptedCallException when the thread is interrupted meanwhile
     */
    default JsonNode call(String operationId) {
        return call(operationId, OperationInput.nothing());
    }

    /**
     * Makes one call of the API by the id of its operation, and waits for it.
     *
     * @param operationId such as {@code list-items}
     * @param input what it takes
     * @return the answer; a missing node when it has no body
     * @throws ApiException when it is refused, or no answer comes
     * @throws InterruptedCallException when the thread is interrupted meanwhile
     */
    default JsonNode call(String operationId, OperationInput input) {
        return Waiting.forCall(() -> callAsync(operationId, input));
    }

    /**
     * Makes a call by its path, and waits for it.
     *
     * @param request what is sent
     * @param options how it is made
     * @return an answer of success, whose body is still to be read
     * @throws ApiException when it is refused, or no answer comes
     * @throws InterruptedCallException when the thread is interrupted meanwhile
     */
    default RawAnswer send(RawRequest request, CallOptions options) {
        return Waiting.forCall(() -> sendAsync(request, options));
    }
}
