package dev.weft.client;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weft.client.internal.ApiExceptions;
import dev.weft.client.internal.Background;
import dev.weft.client.internal.Chained;
import dev.weft.client.internal.OperationTable;
import dev.weft.client.internal.Results;
import dev.weft.client.internal.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The generic verbs for every entity kind, as futures. Futures fail with an {@link ApiException}; canceling one aborts
 * the call. An unknown kind or verb throws an {@link IllegalArgumentException} immediately.
 *
 * @param <T> the type of entities
 */
public final class AsyncEntities<T> {
    private final Caller caller;
    private final Shape<T> shape;

    private AsyncEntities(Caller caller, Shape<T> shape) {
        this.caller = caller;
        this.shape = shape;
    }

    /**
     * The verbs for a session's entities, as JSON trees.
     *
     * @param caller the session
     * @return the verbs
     */
    public static AsyncEntities<JsonNode> of(Caller caller) {
        return new AsyncEntities<>(caller, entity -> entity);
    }

    /**
     * The same, with entities as your own type.
     *
     * @param <R> that type
     * @param type a record or class that the session's mapper can read
     * @return the verbs
     */
    public <R> AsyncEntities<R> as(Class<R> type) {
        ObjectMapper mapper = caller.mapper();
        return new AsyncEntities<>(caller, Shape.of(mapper, mapper.constructType(type)));
    }

    /**
     * The same, with entities as a parameterized type.
     *
     * @param <R> that type
     * @param type such as {@code new TypeReference<Versioned<Item>>() {}}
     * @return the verbs
     */
    public <R> AsyncEntities<R> as(TypeReference<R> type) {
        ObjectMapper mapper = caller.mapper();
        return new AsyncEntities<>(caller, Shape.of(mapper, mapper.constructType(type)));
    }

    /**
     * The same, with entities as maps.
     *
     * @return the verbs
     */
    public AsyncEntities<Map<String, Object>> asMaps() {
        return as(new TypeReference<Map<String, Object>>() {});
    }

    /**
     * Reads an entity.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @return the entity
     */
    public CompletableFuture<T> get(String entityName, String id) {
        return get(entityName, id, Reading.options());
    }

    /**
     * Reads an entity.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @param reading the read options
     * @return the entity
     */
    public CompletableFuture<T> get(String entityName, String id, Reading reading) {
        OperationInput input = OperationInput.options().param("id", id).query(reading.query());
        return one(entityName, "get-" + entityName, input.options(reading.callOptions()));
    }

    /**
     * Reads an entity by its external ID.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @return the entity
     */
    public CompletableFuture<T> getByFederatedId(String entityName, String federatedId) {
        return getByFederatedId(entityName, federatedId, Reading.options());
    }

    /**
     * Reads an entity by its external ID.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @param reading the read options
     * @return the entity
     */
    public CompletableFuture<T> getByFederatedId(String entityName, String federatedId, Reading reading) {
        OperationInput input = OperationInput.options().param("federatedId", federatedId).query(reading.query());
        return one(entityName, "get-" + entityName + "-by-federated-id", input.options(reading.callOptions()));
    }

    /**
     * Reads the first page of all entities.
     *
     * @param entityName the singular name, such as {@code item}
     * @return the page
     */
    public CompletableFuture<Page<T>> list(String entityName) {
        return list(entityName, Listing.options());
    }

    /**
     * Reads one page. Its nextPageKey is present while there are more.
     *
     * @param entityName the singular name, such as {@code item}
     * @param listing the list options
     * @return the page
     */
    public CompletableFuture<Page<T>> list(String entityName, Listing listing) {
        OperationInput input = OperationInput.options().query(listing.query()).options(listing.callOptions());
        String operationId = "list-" + OperationTable.pluralOf(entityName);
        return Chained.map(call(entityName, operationId, input), response -> {
            List<T> results = new ArrayList<>();
            response.path("results").forEach(entity -> results.add(shape.read(entity)));
            return new Page<>(List.copyOf(results), text(response, "nextPageKey"), total(response));
        });
    }

    /**
     * Delivers every matching entity, one by one; pages are fetched on demand.
     *
     * @param entityName the singular name, such as {@code item}
     * @param listing the list options
     * @param consumer receives them in order, in a thread of the session's executor; an exception ends the reading
     * @return completed after the last; canceling it interrupts the thread
     */
    public CompletableFuture<Void> all(String entityName, Listing listing, Consumer<? super T> consumer) {
        return Background.run(caller.executor(), () -> {
            new Pages<>(this, entityName, listing).forEach(page -> page.results().forEach(consumer));
            return null;
        });
    }

    /**
     * Counts entities by group, with sums, averages, minimums and maximums. For kinds of product data.
     *
     * @param entityName the singular name, such as {@code item}
     * @param aggregation the groups and metrics
     * @return the groups
     */
    public CompletableFuture<EntityGroups> aggregate(String entityName, Aggregation aggregation) {
        OperationInput input = OperationInput.options().query(aggregation.query()).options(aggregation.callOptions());
        String operationId = "aggregate-" + OperationTable.pluralOf(entityName);
        return Chained.map(call(entityName, operationId, input), response -> Results.read(response, EntityGroups.class));
    }

    /**
     * Creates an entity.
     *
     * @param entityName the singular name, such as {@code item}
     * @param object its fields: a map, a {@code JsonNode} or a record
     * @return the created entity
     */
    public CompletableFuture<T> create(String entityName, Object object) {
        return create(entityName, object, Writing.options());
    }

    /**
     * Creates an entity.
     *
     * @param entityName the singular name, such as {@code item}
     * @param object its fields: a map, a {@code JsonNode} or a record
     * @param writing the write options
     * @return the created entity
     */
    public CompletableFuture<T> create(String entityName, Object object, Writing writing) {
        return one(entityName, "create-" + entityName, written(writing).body(object));
    }

    /**
     * Updates the given fields, like {@link #update(String, String, Object, Writing)}.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @param body the fields: a map, a {@code JsonNode} or a record
     * @return the resulting entity
     */
    public CompletableFuture<T> update(String entityName, String id, Object body) {
        return update(entityName, id, body, Writing.options());
    }

    /**
     * Updates the given fields; absent fields and nulls of a record are kept. A {@link Patch}, or a null in a map or
     * {@code JsonNode}, clears a field.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @param body the fields: a map, a {@code JsonNode} or a record
     * @param writing the write options
     * @return the resulting entity
     */
    public CompletableFuture<T> update(String entityName, String id, Object body, Writing writing) {
        return one(entityName, "update-" + entityName, written(writing).param("id", id).body(body));
    }

    /**
     * Updates the given fields of the entity with an external ID. Makes two calls: the first finds its id.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @param body the fields: a map, a {@code JsonNode} or a record
     * @param writing the write options
     * @return the resulting entity; fails with a {@link NotFoundException} if there is none
     */
    public CompletableFuture<T> updateByFederatedId(
            String entityName, String federatedId, Object body, Writing writing) {
        return Chained.compose(
                findId(entityName, federatedId, writing), id -> update(entityName, id, body, writing));
    }

    /**
     * Creates the entity with an external ID, or updates the given fields.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @param object the fields: a map, a {@code JsonNode} or a record
     * @return the resulting entity
     */
    public CompletableFuture<T> upsert(String entityName, String federatedId, Object object) {
        return upsert(entityName, federatedId, object, Writing.options());
    }

    /**
     * Creates the entity with an external ID, or updates the given fields.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @param object the fields: a map, a {@code JsonNode} or a record
     * @param writing the write options
     * @return the resulting entity
     */
    public CompletableFuture<T> upsert(String entityName, String federatedId, Object object, Writing writing) {
        OperationInput input = written(writing).param("federatedId", federatedId).body(object);
        return one(entityName, "put-" + entityName + "-by-federated-id", input);
    }

    /**
     * Deletes an entity.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @return completed when it is deleted
     */
    public CompletableFuture<Void> delete(String entityName, String id) {
        return delete(entityName, id, Writing.options());
    }

    /**
     * Deletes an entity.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @param writing the write options, such as cascade
     * @return completed when it is deleted
     */
    public CompletableFuture<Void> delete(String entityName, String id, Writing writing) {
        OperationInput input = written(writing).param("id", id);
        return Chained.map(call(entityName, "delete-" + entityName, input), nothing -> null);
    }

    /**
     * Deletes the entity with an external ID. Makes two calls: the first finds its id.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @param writing the write options, such as cascade
     * @return completed when it is deleted; fails with a {@link NotFoundException} if there is none
     */
    public CompletableFuture<Void> deleteByFederatedId(String entityName, String federatedId, Writing writing) {
        return Chained.compose(findId(entityName, federatedId, writing), id -> delete(entityName, id, writing));
    }

    /**
     * Executes up to 10,000 operations in one atomic call.
     *
     * @param entityName the singular name, such as {@code item}
     * @param operations in order
     * @return one result per operation, in the same order
     */
    public CompletableFuture<List<BatchResult<T>>> batch(String entityName, List<BatchOperation> operations) {
        return batch(entityName, operations, Batching.options());
    }

    /**
     * Executes up to 10,000 operations in one call.
     *
     * @param entityName the singular name, such as {@code item}
     * @param operations in order
     * @param batching atomic or not
     * @return one result per operation, in the same order
     */
    public CompletableFuture<List<BatchResult<T>>> batch(
            String entityName, List<BatchOperation> operations, Batching batching) {
        ObjectNode body = Results.object();
        ArrayNode written = body.putArray("operations");
        operations.forEach(operation -> written.add(write(operation)));
        if (!batching.isAtomic()) {
            body.put("atomic", false);
        }
        String operationId = "batch-" + OperationTable.pluralOf(entityName);
        OperationInput input = written(batching.writing()).body(body);
        return Chained.map(call(entityName, operationId, input), response -> {
            List<BatchResult<T>> results = new ArrayList<>();
            response.path("results").forEach(result -> results.add(read(result)));
            return List.copyOf(results);
        });
    }

    private ObjectNode write(BatchOperation operation) {
        ObjectNode node = Results.object().put("op", operation.op());
        if (operation.id() != null) {
            node.put("id", operation.id());
        }
        if (operation.federatedId() != null) {
            node.put("federatedId", operation.federatedId());
        }
        if (operation.object() != null) {
            JsonNode object = caller.mapper().valueToTree(operation.object());
            node.set("object", object);
        }
        return node;
    }

    private BatchResult<T> read(JsonNode result) {
        Optional<T> object = result.has("object") ? Optional.of(shape.read(result.get("object"))) : Optional.empty();
        Optional<Problem> problem = Optional.ofNullable(result.get("problem")).map(ApiExceptions::toProblem);
        return new BatchResult<>(result.path("status").asInt(), text(result, "id"), object, problem);
    }

    private CompletableFuture<String> findId(String entityName, String federatedId, Writing writing) {
        CallOptions given = writing.callOptions();
        OperationInput input = OperationInput.options()
                .param("federatedId", federatedId)
                .query("fields", "id")
                .options(given.ofRead());
        CompletableFuture<JsonNode> found = call(entityName, "get-" + entityName + "-by-federated-id", input);
        return Chained.map(found, entity -> entity.path("id").asText());
    }

    private static OperationInput written(Writing writing) {
        return OperationInput.options().query(writing.query()).options(writing.callOptions());
    }

    private CompletableFuture<T> one(String entityName, String operationId, OperationInput input) {
        return Chained.map(call(entityName, operationId, input), shape::read);
    }

    private CompletableFuture<JsonNode> call(String entityName, String operationId, OperationInput input) {
        OperationTable.pluralOf(entityName);
        if (!OperationTable.operations().containsKey(operationId)) {
            throw new IllegalArgumentException(entityName + " does not support this verb.");
        }
        return caller.callAsync(operationId, input);
    }

    private static Optional<String> text(JsonNode node, String name) {
        return Optional.ofNullable(node.get(name)).filter(JsonNode::isTextual).map(JsonNode::asText);
    }

    private static OptionalLong total(JsonNode response) {
        return response.has("total") ? OptionalLong.of(response.get("total").asLong()) : OptionalLong.empty();
    }
}
