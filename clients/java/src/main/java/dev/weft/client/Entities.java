package dev.weft.client;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weft.client.internal.Waiting;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The generic verbs for every entity kind, by its singular name: {@code item}, {@code color},
 * {@code event-workflow-task}. Input can be a map, a {@code JsonNode} or your own record; results are a
 * {@code JsonNode}, or the type of {@link #as(Class)} and {@link #asMaps()}.
 *
 * <p>Every method throws an {@link ApiException} if the call fails, an {@link InterruptedCallException} if its thread
 * is interrupted, and an {@link IllegalArgumentException} for an unknown entity or verb. The caller may change a
 * returned {@code JsonNode}.
 *
 * @param <T> the type of entities
 */
public final class Entities<T> {
    private final AsyncEntities<T> async;

    Entities(AsyncEntities<T> async) {
        this.async = async;
    }

    /**
     * The same verbs, with entities as your own type.
     *
     * @param <R> that type
     * @param type a record or class that the session's mapper can read; unknown fields are ignored
     * @return the verbs
     */
    public <R> Entities<R> as(Class<R> type) {
        return new Entities<>(async.as(type));
    }

    /**
     * The same verbs, with entities as a parameterized type.
     *
     * @param <R> that type
     * @param type such as {@code new TypeReference<Versioned<Item>>() {}}
     * @return the verbs
     */
    public <R> Entities<R> as(TypeReference<R> type) {
        return new Entities<>(async.as(type));
    }

    /**
     * The same verbs, with entities as maps.
     *
     * @return the verbs
     */
    public Entities<Map<String, Object>> asMaps() {
        return new Entities<>(async.asMaps());
    }

    /**
     * Reads an entity.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @return the entity
     */
    public T get(String entityName, String id) {
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
    public T get(String entityName, String id, Reading reading) {
        return Waiting.forCall(() -> async.get(entityName, id, reading));
    }

    /**
     * Reads an entity by its external ID.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @return the entity
     */
    public T getByFederatedId(String entityName, String federatedId) {
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
    public T getByFederatedId(String entityName, String federatedId, Reading reading) {
        return Waiting.forCall(() -> async.getByFederatedId(entityName, federatedId, reading));
    }

    /**
     * Reads the first page of all entities.
     *
     * @param entityName the singular name, such as {@code item}
     * @return the page
     */
    public Page<T> list(String entityName) {
        return list(entityName, Listing.options());
    }

    /**
     * Reads one page. Its nextPageKey is present while there are more.
     *
     * @param entityName the singular name, such as {@code item}
     * @param listing the list options
     * @return the page
     */
    public Page<T> list(String entityName, Listing listing) {
        return Waiting.forCall(() -> async.list(entityName, listing));
    }

    /**
     * All pages in sequence, fetched on demand; store a page's nextPageKey to continue after it later.
     *
     * @param entityName the singular name, such as {@code item}
     * @param listing the list options
     * @return pages, from the start for each iterator
     */
    public Iterable<Page<T>> pages(String entityName, Listing listing) {
        return new Pages<>(async, entityName, listing);
    }

    /**
     * Every matching entity, one by one; pages are fetched on demand.
     *
     * @param entityName the singular name, such as {@code item}
     * @param listing the list options
     * @return entities, from the start for each iterator
     */
    public Iterable<T> all(String entityName, Listing listing) {
        return () -> stream(entityName, listing).iterator();
    }

    /**
     * The same as {@link #all} to filter, map and collect; pages are fetched on demand.
     *
     * @param entityName the singular name, such as {@code item}
     * @param listing the list options
     * @return a stream that need not be closed
     */
    public Stream<T> stream(String entityName, Listing listing) {
        return StreamSupport.stream(pages(entityName, listing).spliterator(), false)
                .flatMap(page -> page.results().stream());
    }

    /**
     * Counts entities by group, with sums, averages, minimums and maximums. For kinds of product data.
     *
     * @param entityName the singular name, such as {@code item}
     * @param aggregation the groups and metrics
     * @return the groups
     */
    public EntityGroups aggregate(String entityName, Aggregation aggregation) {
        return Waiting.forCall(() -> async.aggregate(entityName, aggregation));
    }

    /**
     * Creates an entity. The call carries an idempotency key, so that a retry does not create it twice.
     *
     * @param entityName the singular name, such as {@code item}
     * @param object its fields: a map, a {@code JsonNode} or a record
     * @return the created entity
     */
    public T create(String entityName, Object object) {
        return create(entityName, object, Writing.options());
    }

    /**
     * Creates an entity. The call carries an idempotency key, so that a retry does not create it twice.
     *
     * @param entityName the singular name, such as {@code item}
     * @param object its fields: a map, a {@code JsonNode} or a record
     * @param writing the write options
     * @return the created entity
     */
    public T create(String entityName, Object object, Writing writing) {
        return Waiting.forCall(() -> async.create(entityName, object, writing));
    }

    /**
     * Updates the given fields; absent fields and nulls of a record are kept. A {@link Patch}, or a null in a map or
     * {@code JsonNode}, clears a field.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @param body the fields: a map, a {@code JsonNode} or a record
     * @return the resulting entity
     */
    public T update(String entityName, String id, Object body) {
        return update(entityName, id, body, Writing.options());
    }

    /**
     * Updates the given fields; absent fields and nulls of a record are kept. A {@link Patch}, or a null in a map or
     * {@code JsonNode}, clears a field.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @param body the fields: a map, a {@code JsonNode} or a record
     * @param writing the write options; with {@link Writing#ifMatch} only if it has not changed since
     * @return the resulting entity
     */
    public T update(String entityName, String id, Object body, Writing writing) {
        return Waiting.forCall(() -> async.update(entityName, id, body, writing));
    }

    /**
     * Updates the given fields of the entity with an external ID, like {@link #update(String, String, Object)}. Makes
     * two calls: the first finds its id.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @param body the fields: a map, a {@code JsonNode} or a record
     * @return the resulting entity
     * @throws NotFoundException if there is none; {@link #upsert(String, String, Object)} creates it
     */
    public T updateByFederatedId(String entityName, String federatedId, Object body) {
        return updateByFederatedId(entityName, federatedId, body, Writing.options());
    }

    /**
     * Updates the given fields of the entity with an external ID. Makes two calls: the first finds its id.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @param body the fields: a map, a {@code JsonNode} or a record
     * @param writing the write options
     * @return the resulting entity
     * @throws NotFoundException if there is none; {@link #upsert(String, String, Object)} creates it
     */
    public T updateByFederatedId(String entityName, String federatedId, Object body, Writing writing) {
        return Waiting.forCall(() -> async.updateByFederatedId(entityName, federatedId, body, writing));
    }

    /**
     * Creates the entity with an external ID, or updates the given fields.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @param object the fields: a map, a {@code JsonNode} or a record
     * @return the resulting entity
     */
    public T upsert(String entityName, String federatedId, Object object) {
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
    public T upsert(String entityName, String federatedId, Object object, Writing writing) {
        return Waiting.forCall(() -> async.upsert(entityName, federatedId, object, writing));
    }

    /**
     * Deletes an entity.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     */
    public void delete(String entityName, String id) {
        delete(entityName, id, Writing.options());
    }

    /**
     * Deletes an entity.
     *
     * @param entityName the singular name, such as {@code item}
     * @param id of the entity
     * @param writing with {@link Writing#cascade} also deletes dependent entities
     */
    public void delete(String entityName, String id, Writing writing) {
        Waiting.forCall(() -> async.delete(entityName, id, writing));
    }

    /**
     * Deletes the entity with an external ID. Makes two calls: the first finds its id.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @throws NotFoundException if there is none
     */
    public void deleteByFederatedId(String entityName, String federatedId) {
        deleteByFederatedId(entityName, federatedId, Writing.options());
    }

    /**
     * Deletes the entity with an external ID. Makes two calls: the first finds its id.
     *
     * @param entityName the singular name, such as {@code item}
     * @param federatedId the external ID
     * @param writing with {@link Writing#cascade} also deletes dependent entities
     * @throws NotFoundException if there is none
     */
    public void deleteByFederatedId(String entityName, String federatedId, Writing writing) {
        Waiting.forCall(() -> async.deleteByFederatedId(entityName, federatedId, writing));
    }

    /**
     * Executes up to 10,000 operations in one atomic call.
     *
     * @param entityName the singular name, such as {@code item}
     * @param operations in order
     * @return one result per operation, in the same order
     */
    public List<BatchResult<T>> batch(String entityName, List<BatchOperation> operations) {
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
    public List<BatchResult<T>> batch(String entityName, List<BatchOperation> operations, Batching batching) {
        return Waiting.forCall(() -> async.batch(entityName, operations, batching));
    }
}
