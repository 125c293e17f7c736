/**
 * Entities with the types of an organization: the runtime of the classes that {@code weft types generate --language
 * java} writes. Start at {@link dev.weft.client.typed.TypedEntities}.
 */
package dev.weft.client.typed;
