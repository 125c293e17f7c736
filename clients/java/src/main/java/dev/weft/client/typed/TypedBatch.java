package dev.weft.client.typed;

import dev.weft.client.BatchOperation;
import dev.weft.client.Batching;
import java.util.ArrayList;
import java.util.List;

/**
 * The operations of a batch, in order. Immutable: each method returns a new instance.
 *
 * @param <E> the class of entities
 * @param <D> the class of drafts
 */
public final class TypedBatch<E extends TypedEntity<E>, D extends Draft<E>> {
    private final List<BatchOperation> operations;
    private final Batching batching;

    private TypedBatch(List<BatchOperation> operations, Batching batching) {
        this.operations = operations;
        this.batching = batching;
    }

    /**
     * An atomic batch without operations.
     *
     * @param <E> the class of entities
     * @param <D> the class of drafts
     * @param kind such as {@code Item.KIND}
     * @return a batch to extend
     */
    public static <E extends TypedEntity<E>, D extends Draft<E>> TypedBatch<E, D> options(EntityKind<E, D> kind) {
        return new TypedBatch<>(List.of(), Batching.options());
    }

    /**
     * Creates an entity.
     *
     * @param draft its fields
     * @return a new batch
     */
    public TypedBatch<E, D> create(D draft) {
        return with(BatchOperation.create(draft));
    }

    /**
     * Updates the given fields.
     *
     * @param id of the entity
     * @param draft the fields to change
     * @return a new batch
     */
    public TypedBatch<E, D> update(String id, D draft) {
        return with(BatchOperation.update(id, draft));
    }

    /**
     * Creates the entity with an external ID, or updates the given fields.
     *
     * @param federatedId the external ID
     * @param draft its fields
     * @return a new batch
     */
    public TypedBatch<E, D> upsert(String federatedId, D draft) {
        return with(BatchOperation.upsert(federatedId, draft));
    }

    /**
     * Deletes an entity.
     *
     * @param id of the entity
     * @return a new batch
     */
    public TypedBatch<E, D> delete(String id) {
        return with(BatchOperation.delete(id));
    }

    /**
     * Sets the batch options.
     *
     * @param how atomic or not, and the write options
     * @return a new batch
     */
    public TypedBatch<E, D> options(Batching how) {
        return new TypedBatch<>(operations, how);
    }

    private TypedBatch<E, D> with(BatchOperation next) {
        List<BatchOperation> all = new ArrayList<>(operations);
        all.add(next);
        return new TypedBatch<>(List.copyOf(all), batching);
    }

    List<BatchOperation> operations() {
        return operations;
    }

    Batching batching() {
        return batching;
    }
}
