package dev.weft.client.internal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.type.MapType;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Immutable lists and maps, and empty ones instead of null: results never change. */
final class FrozenModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    FrozenModule() {
        super("weft-frozen");
        setDeserializerModifier(new Freezer());
    }

    private static final class Freezer extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonDeserializer<?> modifyCollectionDeserializer(
                DeserializationConfig config, CollectionType type, BeanDescription bean, JsonDeserializer<?> thawed) {
            return new Frozen(thawed, List.of());
        }

        @Override
        public JsonDeserializer<?> modifyMapDeserializer(
                DeserializationConfig config, MapType type, BeanDescription bean, JsonDeserializer<?> thawed) {
            return new Frozen(thawed, Map.of());
        }
    }

    private static final class Frozen extends DelegatingDeserializer {
        private static final long serialVersionUID = 1L;
        private final transient Object nothing;

        Frozen(JsonDeserializer<?> thawed, Object nothing) {
            super(thawed);
            this.nothing = nothing;
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> other) {
            return new Frozen(other, nothing);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            Object value = super.deserialize(parser, context);
            return value instanceof List<?> list
                    ? Collections.unmodifiableList(list)
                    : Collections.unmodifiableMap((Map<?, ?>) value);
        }

        @Override
        public Object getNullValue(DeserializationContext context) {
            return nothing;
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return nothing;
        }
    }
}
