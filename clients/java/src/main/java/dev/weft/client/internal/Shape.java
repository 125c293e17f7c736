package dev.weft.client.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The type that the caller chose for entities. */
public interface Shape<T> {
    T read(JsonNode entity);

    static <T> Shape<T> of(ObjectMapper mapper, JavaType type) {
        return entity -> {
            try {
                return mapper.treeToValue(entity, type);
            } catch (JsonProcessingException error) {
                String message = "The entity cannot be read as " + type.getTypeName() + ": ";
                throw new IllegalArgumentException(message + error.getOriginalMessage(), error);
            }
        };
    }
}
