package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weft.client.internal.Waiting;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Makes calls: a session. Everything else is built on these methods. */
public interface Caller {

    /**
     * Makes one API call by its operation id.
     *
     * @param operationId such as {@code list-items}
     * @param input the input of the operation
     * @return the response; a missing node if it has no body. Canceling it aborts the call, its waits and its retries.
     */
    CompletableFuture<JsonNode> callAsync(String operationId, OperationInput input);

    /**
     * Makes a call by its path.
     *
     * @param request the request
     * @param options the call options
     * @return a success response whose body is not read yet. Canceling it aborts the call, its waits and its retries.
     */
    CompletableFuture<RawAnswer> sendAsync(RawRequest request, CallOptions options);

    /**
     * The mapper for the caller's own types.
     *
     * @return never null
     */
    ObjectMapper mapper();

    /**
     * The executor for work of more than one call.
     *
     * @return never null
     */
    Executor executor();

    /**
     * Makes a call without input, and waits for it.
     *
     * @param operationId such as {@code whoami}
     * @return the response; a missing node if it has no body
     * @throws ApiException if the call fails
     * @throws InterruptedCallException if the thread is interrupted
     */
    default JsonNode call(String operationId) {
        return call(operationId, OperationInput.options());
    }

    /**
     * Makes one API call by its operation id, and waits for it.
     *
     * @param operationId such as {@code list-items}
     * @param input the input of the operation
     * @return the response; a missing node if it has no body
     * @throws ApiException if the call fails
     * @throws InterruptedCallException if the thread is interrupted
     */
    default JsonNode call(String operationId, OperationInput input) {
        return Waiting.forCall(() -> callAsync(operationId, input));
    }

    /**
     * Makes a call by its path, and waits for it.
     *
     * @param request the request
     * @param options the call options
     * @return a success response whose body is not read yet
     * @throws ApiException if the call fails
     * @throws InterruptedCallException if the thread is interrupted
     */
    default RawAnswer send(RawRequest request, CallOptions options) {
        return Waiting.forCall(() -> sendAsync(request, options));
    }
}
