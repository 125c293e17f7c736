package dev.weft.client.typed;

import dev.weft.client.CallOptions;
import dev.weft.client.Listing;
import java.util.ArrayList;
import java.util.List;

/**
 * Options of a list of entities of a generated class. Immutable: each method returns a new instance.
 *
 * @param <E> the class of entities
 */
public final class TypedListing<E> {
    private final Listing listing;

    private TypedListing(Listing listing) {
        this.listing = listing;
    }

    /**
     * All entities, in pages of 100.
     *
     * @param <E> the class of entities
     * @param kind such as {@code Item.KIND}
     * @return options to extend
     */
    public static <E extends TypedEntity<E>> TypedListing<E> options(EntityKind<E, ?> kind) {
        return new TypedListing<>(Listing.options());
    }

    /**
     * Filters by criteria.
     *
     * @param criteria such as {@code Item.PRICE.gt(10)}
     * @return new options
     */
    public TypedListing<E> criteria(Criteria<E> criteria) {
        return new TypedListing<>(listing.criteria(criteria.write()));
    }

    /**
     * Sorts by a field, ascending.
     *
     * @param field such as {@code Item.NAME}
     * @return new options
     */
    public TypedListing<E> orderBy(Field<E, ?> field) {
        return new TypedListing<>(listing.orderBy(field.name()));
    }

    /**
     * Sorts by a field, descending.
     *
     * @param field such as {@code Item.CREATED_ON}
     * @return new options
     */
    public TypedListing<E> orderByDescending(Field<E, ?> field) {
        return new TypedListing<>(listing.orderByDescending(field.name()));
    }

    /**
     * Sorts ties of the fields before by another field, ascending; a list can be ordered by up to 3 fields.
     *
     * @param field such as {@code Item.NAME}
     * @return new options
     */
    public TypedListing<E> thenBy(Field<E, ?> field) {
        return new TypedListing<>(listing.thenBy(field.name()));
    }

    /**
     * Sorts ties of the fields before by another field, descending.
     *
     * @param field such as {@code Item.CREATED_ON}
     * @return new options
     */
    public TypedListing<E> thenByDescending(Field<E, ?> field) {
        return new TypedListing<>(listing.thenByDescending(field.name()));
    }

    /**
     * Selects fields; id is always included, and the others are null.
     *
     * @param fields such as {@code Item.NAME}
     * @return new options
     */
    @SafeVarargs
    public final TypedListing<E> fields(Field<E, ?>... fields) {
        List<String> names = new ArrayList<>();
        for (Field<E, ?> field : fields) {
            names.add(field.name());
        }
        return new TypedListing<>(listing.fields(names.toArray(String[]::new)));
    }

    /**
     * Expands references, for {@link TypedEntity#related}.
     *
     * @param relations such as {@code Item.Relations.ITEM_FAMILY}
     * @return new options
     */
    @SafeVarargs
    public final TypedListing<E> relations(Relation<E, ?>... relations) {
        List<String> names = new ArrayList<>();
        for (Relation<E, ?> relation : relations) {
            names.add(relation.name());
        }
        return new TypedListing<>(listing.relations(names.toArray(String[]::new)));
    }

    /**
     * Searches name, federatedId and searchable text properties.
     *
     * @param words separated by blanks
     * @return new options
     */
    public TypedListing<E> q(String words) {
        return new TypedListing<>(listing.q(words));
    }

    /**
     * Sets the page size.
     *
     * @param count at most 1,000
     * @return new options
     */
    public TypedListing<E> limit(int count) {
        return new TypedListing<>(listing.limit(count));
    }

    /**
     * Continues after a page.
     *
     * @param key the nextPageKey of that page
     * @return new options
     */
    public TypedListing<E> nextPageKey(String key) {
        return new TypedListing<>(listing.nextPageKey(key));
    }

    /**
     * Adds the exact total.
     *
     * @return new options
     */
    public TypedListing<E> includeTotal() {
        return new TypedListing<>(listing.includeTotal());
    }

    /**
     * Sets the call options.
     *
     * @param how timeout and retries
     * @return new options
     */
    public TypedListing<E> options(CallOptions how) {
        return new TypedListing<>(listing.options(how));
    }

    Listing listing() {
        return listing;
    }
}
