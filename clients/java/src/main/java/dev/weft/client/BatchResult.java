package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.internal.ApiExceptions;
import java.util.Optional;

/**
 * The result of one operation of a batch.
 *
 * @param <T> the type of entities
 * @param status the status of the single operation; 424 if an atomic batch failed because of another one
 * @param id of the entity; empty if there is none
 * @param object the entity; empty after a delete or a failure
 * @param problem the error, as far as the batch has it: other texts are empty; absent on success
 */
public record BatchResult<T>(int status, Optional<String> id, Optional<T> object, Optional<Problem> problem) {

    /**
     * The error as JSON, as {@code problem()} used to return it.
     *
     * @return absent on success
     * @deprecated use {@link #problem()}
     */
    @Deprecated(since = "0.1.0")
    public Optional<JsonNode> problemJson() {
        return problem.map(ApiExceptions::writeProblem);
    }
}
