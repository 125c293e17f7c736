package dev.weft.client;

/**
 * One operation of a batch. Create it with the method of its name.
 *
 * @param op create, update, upsert or delete
 * @param id of the entity to update or delete; null for others, or with an external ID
 * @param federatedId the external ID, or null
 * @param object the fields to write: a map, a {@code JsonNode} or a record; null for a delete
 */
public record BatchOperation(String op, String id, String federatedId, Object object) {

    /**
     * Creates an entity.
     *
     * @param object its fields
     * @return an operation
     */
    public static BatchOperation create(Object object) {
        return new BatchOperation("create", null, null, object);
    }

    /**
     * Updates the given fields.
     *
     * @param id of the entity
     * @param object the fields to change
     * @return an operation
     */
    public static BatchOperation update(String id, Object object) {
        return new BatchOperation("update", id, null, object);
    }

    /**
     * Creates the entity with an external ID, or updates the given fields.
     *
     * @param federatedId the external ID
     * @param object its fields
     * @return an operation
     */
    public static BatchOperation upsert(String federatedId, Object object) {
        return new BatchOperation("upsert", null, federatedId, object);
    }

    /**
     * Updates the given fields of the entity with an external ID.
     *
     * @param federatedId the external ID
     * @param object the fields to change
     * @return an operation
     */
    public static BatchOperation updateByFederatedId(String federatedId, Object object) {
        return new BatchOperation("update", null, federatedId, object);
    }

    /**
     * Deletes the entity with an external ID.
     *
     * @param federatedId the external ID
     * @return an operation
     */
    public static BatchOperation deleteByFederatedId(String federatedId) {
        return new BatchOperation("delete", null, federatedId, null);
    }

    /**
     * Deletes an entity.
     *
     * @param id of the entity
     * @return an operation
     */
    public static BatchOperation delete(String id) {
        return new BatchOperation("delete", id, null, null);
    }
}
