package dev.weft.client.typed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weft.client.BatchResult;
import dev.weft.client.Entities;
import dev.weft.client.Page;
import dev.weft.client.Reading;
import dev.weft.client.Writing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The verbs for one kind, with the classes that {@code weft types generate --language java} writes: a misspelled field,
 * option or relation does not compile. The methods fail like those of {@link Entities}.
 *
 * @param <E> the class of entities
 * @param <D> the class of drafts
 */
public final class TypedEntities<E extends TypedEntity<E>, D extends Draft<E>> {
    private final Entities<JsonNode> entities;
    private final EntityKind<E, D> kind;

    /**
     * The verbs for one kind.
     *
     * @param entities of a session
     * @param kind such as {@code Item.KIND}
     */
    public TypedEntities(Entities<JsonNode> entities, EntityKind<E, D> kind) {
        this.entities = entities;
        this.kind = kind;
    }

    /**
     * Reads an entity.
     *
     * @param id of the entity
     * @param relations references to expand, such as {@code Item.Relations.ITEM_FAMILY}
     * @return the entity
     */
    @SafeVarargs
    public final E get(String id, Relation<E, ?>... relations) {
        List<String> names = new ArrayList<>();
        for (Relation<E, ?> relation : relations) {
            names.add(relation.name());
        }
        return read(entities.get(kind.entityName(), id, reading(names)));
    }

    /**
     * Reads an entity by its external ID.
     *
     * @param federatedId the external ID
     * @param relations references to expand, such as {@code Item.Relations.ITEM_FAMILY}
     * @return the entity
     */
    @SafeVarargs
    public final E getByFederatedId(String federatedId, Relation<E, ?>... relations) {
        List<String> names = new ArrayList<>();
        for (Relation<E, ?> relation : relations) {
            names.add(relation.name());
        }
        return read(entities.getByFederatedId(kind.entityName(), federatedId, reading(names)));
    }

    /**
     * Reads one page. Its nextPageKey is present while there are more.
     *
     * @param listing the list options
     * @return the page
     */
    public Page<E> list(TypedListing<E> listing) {
        return entities.list(kind.entityName(), listing.listing()).map(this::read);
    }

    /**
     * Every matching entity, one by one; pages are fetched on demand.
     *
     * @param listing the list options
     * @return entities, from the start for each iterator
     */
    public Iterable<E> all(TypedListing<E> listing) {
        return () -> stream(listing).iterator();
    }

    /**
     * The same as {@link #all} to filter, map and collect.
     *
     * @param listing the list options
     * @return a stream that need not be closed
     */
    public Stream<E> stream(TypedListing<E> listing) {
        return entities.stream(kind.entityName(), listing.listing()).map(this::read);
    }

    /**
     * Creates an entity.
     *
     * @param draft its fields
     * @return the created entity
     */
    public E create(D draft) {
        return create(draft, Writing.options());
    }

    /**
     * Creates an entity.
     *
     * @param draft its fields
     * @param writing the write options
     * @return the created entity
     */
    public E create(D draft, Writing writing) {
        return read(entities.create(kind.entityName(), draft, writing));
    }

    /**
     * Updates the given fields; others are kept.
     *
     * @param id of the entity
     * @param draft the fields
     * @return the resulting entity
     */
    public E update(String id, D draft) {
        return update(id, draft, Writing.options());
    }

    /**
     * Updates the given fields; others are kept.
     *
     * @param id of the entity
     * @param draft the fields
     * @param writing the write options
     * @return the resulting entity
     */
    public E update(String id, D draft, Writing writing) {
        return read(entities.update(kind.entityName(), id, draft, writing));
    }

    /**
     * Creates the entity with an external ID, or updates the given fields.
     *
     * @param federatedId the external ID
     * @param draft the fields
     * @return the resulting entity
     */
    public E upsert(String federatedId, D draft) {
        return upsert(federatedId, draft, Writing.options());
    }

    /**
     * Creates the entity with an external ID, or updates the given fields.
     *
     * @param federatedId the external ID
     * @param draft the fields
     * @param writing the write options
     * @return the resulting entity
     */
    public E upsert(String federatedId, D draft, Writing writing) {
        return read(entities.upsert(kind.entityName(), federatedId, draft, writing));
    }

    /**
     * Deletes an entity.
     *
     * @param id of the entity
     */
    public void delete(String id) {
        entities.delete(kind.entityName(), id);
    }

    /**
     * Deletes an entity.
     *
     * @param id of the entity
     * @param writing with {@link Writing#cascade} also deletes dependent entities
     */
    public void delete(String id, Writing writing) {
        entities.delete(kind.entityName(), id, writing);
    }

    /**
     * Executes up to 10,000 operations in one call.
     *
     * @param batch the operations
     * @return one result per operation, in the same order
     */
    public List<BatchResult<E>> batch(TypedBatch<E, D> batch) {
        return entities.batch(kind.entityName(), batch.operations(), batch.batching()).stream()
                .map(result -> new BatchResult<>(
                        result.status(), result.id(), result.object().map(this::read), result.problem()))
                .toList();
    }

    private E read(JsonNode entity) {
        return kind.reader().apply(entity);
    }

    private static Reading reading(List<String> relations) {
        return relations.isEmpty()
                ? Reading.options()
                : Reading.options().relations(relations.toArray(String[]::new));
    }
}
