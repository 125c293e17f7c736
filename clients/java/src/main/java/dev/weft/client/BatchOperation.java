package dev.weft.client;

/**
 * One operation of a batch. Make it by the method of its name.
 *
 * @param op create, update, upsert or delete
 * @param id of what is updated or deleted; null for others, or where the key of your own system tells
 * @param federatedId the key that your own system has for it, or null
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
     * Changes the fields sent.
     *
     * @param id of the entity
     * @param object the fields to change
     * @return an operation
     */
    public static BatchOperation update(String id, Object object) {
        return new BatchOperation("update", id, null, object);
    }

    /**
     * Creates the entity of your own key, or changes the fields sent of it.
     *
     * @param federatedId the key
     * @param object its fields
     * @return an operation
     */
    public static BatchOperation upsert(String federatedId, Object object) {
        return new BatchOperation("upsert", null, federatedId, object);
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
