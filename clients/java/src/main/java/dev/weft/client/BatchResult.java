package dev.weft.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What became of one operation of a batch.
 *
 * @param <T> what entities are read as
 * @param status as the single operation would have answered; 424 when an atomic batch failed because of another
 * @param id of the entity; empty where there is none
 * @param object the entity; empty after a delete or a failure
 * @param problem what is wrong, as far as the batch tells; empty when it went well
 */
public record BatchResult<T>(int status, Optional<String> id, Optional<T> object, Optional<JsonNode> problem) {}
