package dev.weft.client;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weft.client.internal.Waiting;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The verbs on any kind of entity, addressed by its name in the singular: {@code item}, {@code color},
 * {@code event-workflow-task}. What is sent may be a map, a {@code JsonNode} or a record of your own; what is read is a
 * {@code JsonNode}, or what {@link #as(Class)} and {@link #asMaps()} say.
 *
 * <p>Every method throws an {@link ApiException} when the service refuses or no answer comes, an
 * {@link InterruptedCallException} when its thread is interrupted, and an {@link IllegalArgumentException} for an
 * entity or a verb that does not exist. A {@code JsonNode} that was read is the caller's own.
 *
 * @param <T> what entities are read as
 */
public final class Entities<T> {
    private final AsyncEntities<T> async;

    Entities(AsyncEntities<T> async) {
        this.async = async;
    }

    /**
     * The same verbs, with entities read as a type of your own.
     *
     * @param <R> that type
     * @param type a record or class that the session's mapper can read; fields that it lacks are left out
     * @return the verbs
     */
    public <R> Entities<R> as(Class<R> type) {
        return new Entities<>(async.as(type));
    }

    /**
     * The same verbs, with entities read as a type with parameters.
     *
     * @param <R> that type
     * @param type such as {@code new TypeReference<Versioned<Item>>() {}}
     * @return the verbs
     */
    public <R> Entities<R> as(TypeReference<R> type) {
        return new Entities<>(async.as(type));
    }

    /**
     * The same verbs, with entities read as maps.
     *
     * @return the verbs
     */
    public Entities<Map<String, Object>> asMaps() {
        return new Entities<>(async.asMaps());
    }

    /**
     * Reads an entity.
     *
     * @param entityName in the singular, such as {@code item}
     * @param id of the entity
     * @return the entity
     */
    public T get(String entityName, String id) {
        return get(entityName, id, Reading.whole());
    }

    /**
     * Reads an entity.
     *
     * @param entityName in the singular, such as {@code item}
     * @param id of the entity
     * @param reading what is wanted of it
     * @return the entity
     */
    public T get(String entityName, String id, Reading reading) {
        return Waiting.forCall(() -> async.get(entityName, id, reading));
    }

    /**
     * Reads an entity by the key that your own system has for it.
     *
     * @param entityName in the singular, such as {@code item}
     * @param federatedId the key
     * @return the entity
     */
    public T getByFederatedId(String entityName, String federatedId) {
        return getByFederatedId(entityName, federatedId, Reading.whole());
    }

    /**
     * Reads an entity by the key that your own system has for it.
     *
     * @param entityName in the singular, such as {@code item}
     * @param federatedId the key
     * @param reading what is wanted of it
     * @return the entity
     */
    public T getByFederatedId(String entityName, String federatedId, Reading reading) {
        return Waiting.forCall(() -> async.getByFederatedId(entityName, federatedId, reading));
    }

    /**
     * Reads the first page of everything.
     *
     * @param entityName in the singular, such as {@code item}
     * @return the page
     */
    public Page<T> list(String entityName) {
        return list(entityName, Listing.everything());
    }

    /**
     * Reads one page. Its nextPageKey is there while there are more.
     *
     * @param entityName in the singular, such as {@code item}
     * @param listing what is wanted
     * @return the page
     */
    public Page<T> list(String entityName, Listing listing) {
        return Waiting.forCall(() -> async.list(entityName, listing));
    }

    /**
     * Page after page, each read when it is asked for; keep a page's nextPageKey to go on behind it another time.
     *
     * @param entityName in the singular, such as {@code item}
     * @param listing what is wanted
     * @return pages, anew for each iterator
     */
    public Iterable<Page<T>> pages(String entityName, Listing listing) {
        return new Pages<>(async, entityName, listing);
    }

    /**
     * Every entity that matches, one by one; pages are read as they are needed.
     *
     * @param entityName in the singular, such as {@code item}
     * @param listing what is wanted
     * @return entities, anew for each iterator
     */
    public Iterable<T> all(String entityName, Listing listing) {
        return () -> stream(entityName, listing).iterator();
    }

    /**
     * The same as {@link #all} to filter, map and collect; pages are read as they are needed.
     *
     * @param entityName in the singular, such as {@code item}
     * @param listing what is wanted
     * @return a stream that need not be closed
     */
    public Stream<T> stream(String entityName, Listing listing) {
        return StreamSupport.stream(pages(entityName, listing).spliterator(), false)
                .flatMap(page -> page.results().stream());
    }

    /**
     * Creates an entity. It carries an idempotency key, so that a lost answer does not create it twice.
     *
     * @param entityName in the singular, such as {@code item}
     * @param object its fields: a map, a {@code JsonNode} or a record
     * @return the entity as it was created
     */
    public T create(String entityName, Object object) {
        return create(entityName, object, Writing.plain());
    }

    /**
     * Creates an entity. It carries an idempotency key, so that a lost answer does not create it twice.
     *
     * @param entityName in the singular, such as {@code item}
     * @param object its fields: a map, a {@code JsonNode} or a record
     * @param writing how it is written
     * @return the entity as it was created
     */
    public T create(String entityName, Object object, Writing writing) {
        return Waiting.forCall(() -> async.create(entityName, object, writing));
    }

    /**
     * Changes the fields sent. Null clears a field; what is absent stays. Of a record whose components may be null, say
     * {@code @JsonInclude(NON_NULL)} if null is to mean absent.
     *
     * @param entityName in the singular, such as {@code item}
     * @param id of the entity
     * @param body the fields: a map, a {@code JsonNode} or a record
     * @return the entity as it is then
     */
    public T update(String entityName, String id, Object body) {
        return update(entityName, id, body, Writing.plain());
    }

    /**
     * Changes the fields sent. Null clears a field; what is absent stays.
     *
     * @param entityName in the singular, such as {@code item}
     * @param id of the entity
     * @param body the fields: a map, a {@code JsonNode} or a record
     * @param writing how it is written; with {@link Writing#ifMatch} only if nobody has changed it since
     * @return the entity as it is then
     */
    public T update(String entityName, String id, Object body, Writing writing) {
        return Waiting.forCall(() -> async.update(entityName, id, body, writing));
    }

    /**
     * Creates the entity of your own key, or changes the fields sent of it.
     *
     * @param entityName in the singular, such as {@code item}
     * @param federatedId the key
     * @param object the fields: a map, a {@code JsonNode} or a record
     * @return the entity as it is then
     */
    public T upsert(String entityName, String federatedId, Object object) {
        return upsert(entityName, federatedId, object, Writing.plain());
    }

    /**
     * Creates the entity of your own key, or changes the fields sent of it.
     *
     * @param entityName in the singular, such as {@code item}
     * @param federatedId the key
     * @param object the fields: a map, a {@code JsonNode} or a record
     * @param writing how it is written
     * @return the entity as it is then
     */
    public T upsert(String entityName, String federatedId, Object object, Writing writing) {
        return Waiting.forCall(() -> async.upsert(entityName, federatedId, object, writing));
    }

    /**
     * Deletes an entity.
     *
     * @param entityName in the singular, such as {@code item}
     * @param id of the entity
     */
    public void delete(String entityName, String id) {
        delete(entityName, id, Writing.plain());
    }

    /**
     * Deletes an entity.
     *
     * @param entityName in the singular, such as {@code item}
     * @param id of the entity
     * @param writing with {@link Writing#cascade} also what belongs to it
     */
    public void delete(String entityName, String id, Writing writing) {
        Waiting.forCall(() -> async.delete(entityName, id, writing));
    }

    /**
     * Carries out up to 10,000 operations in one call, all or none of them.
     *
     * @param entityName in the singular, such as {@code item}
     * @param operations in their order
     * @return a result for each, in the same order
     */
    public List<BatchResult<T>> batch(String entityName, List<BatchOperation> operations) {
        return batch(entityName, operations, Batching.allOrNone());
    }

    /**
     * Carries out up to 10,000 operations in one call.
     *
     * @param entityName in the singular, such as {@code item}
     * @param operations in their order
     * @param batching all or none of them, or one by one
     * @return a result for each, in the same order
     */
    public List<BatchResult<T>> batch(String entityName, List<BatchOperation> operations, Batching batching) {
        return Waiting.forCall(() -> async.batch(entityName, operations, batching));
    }
}
