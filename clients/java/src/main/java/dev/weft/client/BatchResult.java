package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * The result of one operation of a batch.
 *
 * @param <T> the type of entities
 * @param status the status of the single operation; 424 if an atomic batch failed because of another one
 * @param id of the entity; empty if there is none
 * @param object the entity; empty after a delete or a failure
 * @param problem the error, as far as the batch has it; empty on success
 */
public record BatchResult<T>(int status, Optional<String> id, Optional<T> object, Optional<JsonNode> problem) {}
