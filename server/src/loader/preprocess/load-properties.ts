import type { LoadConfiguration } from "@weft/contract";
import { entityTypeOf, type ResolvedProperty, type TypeTree } from "../../entity-types/type-tree.ts";
import { entityTypesOfLoad } from "./entity-types-of-load.ts";
import { uniformTypePath } from "./uniform-type-path.ts";

/** The meaning of a column's name for the types of a load. */
type ColumnMeaning =
  /** column: its name with the slug; definitions: those of all types of the load that have the property. */
  | { readonly kind: "property"; readonly column: string; readonly definitions: readonly ResolvedProperty[] }
  | { readonly kind: "ambiguous"; readonly slugs: readonly string[] }
  | { readonly kind: "unknown" };

const levelSuffixes = ["Family", "Option"] as const;
const entityTypesWithLevels: ReadonlySet<string> = new Set(["item", "project-item"]);

/** The properties that the columns of a load may name. */
export class LoadProperties {
  readonly #bySlug = new Map<string, ResolvedProperty[]>();
  readonly #slugsByLabel = new Map<string, Set<string>>();

  constructor(types: TypeTree, configuration: LoadConfiguration, headers: readonly string[]) {
    const typePath = uniformTypePath(configuration, headers) ?? "";
    const seen = new Set<string>();
    for (const entityType of entityTypesOfLoad(configuration)) {
      const paths = entityTypeOf(typePath) === entityType ? [typePath] : types.pathsBelow(entityType);
      for (const property of paths.flatMap((path) => [...types.typeAt(path).properties.values()])) {
        const key = `${property.declaredBy} ${property.slug}`;
        if (!seen.has(key)) this.#add(property);
        seen.add(key);
      }
    }
  }

  /** A slug is matched exactly, and before labels, which are case-insensitive. */
  meaningOf(name: string): ColumnMeaning {
    const definitions = this.#definitionsOf(name);
    if (definitions.length > 0) return { kind: "property", column: name, definitions };
    const [slug, ...others] = this.#slugsByLabel.get(name.toLowerCase()) ?? [];
    if (slug === undefined) return { kind: "unknown" };
    if (others.length > 0) return { kind: "ambiguous", slugs: [slug, ...others] };
    return { kind: "property", column: slug, definitions: this.#definitionsOf(slug) };
  }

  /** Slugs, then labels. */
  names(): readonly string[] {
    const labels = [...this.#bySlug.values()].flat().filter(isNamedByLabel);
    return [...new Set([...this.#bySlug.keys(), ...labels.map(({ label }) => label)])];
  }

  #add(property: ResolvedProperty): void {
    const { slug, label } = property;
    this.#bySlug.set(slug, [...(this.#bySlug.get(slug) ?? []), property]);
    if (!isNamedByLabel(property)) return;
    const key = label.toLowerCase();
    const slugs = this.#slugsByLabel.get(key) ?? new Set();
    this.#slugsByLabel.set(key, slugs.add(slug));
  }

  #definitionsOf(column: string): readonly ResolvedProperty[] {
    const definitions = this.#bySlug.get(column);
    if (definitions !== undefined) return definitions;
    const suffix = levelSuffixes.find((one) => column.endsWith(one));
    const slug = suffix === undefined ? "" : column.slice(0, -suffix.length);
    return this.#bySlug.get(slug)?.filter(hasLevels) ?? [];
  }
}

/**
 * A column <slug>Family or <slug>Option sets the property at that level. Labels do not: a column "Color Family" is more
 * often a separate property than the family's color.
 */
function hasLevels({ declaredBy }: ResolvedProperty): boolean {
  return entityTypesWithLevels.has(entityTypeOf(declaredBy));
}

/** The load itself sets references between the entities of a row: a column "Family" or "Item" has another meaning. */
function isNamedByLabel({ isBuiltIn, propertyType, slug }: ResolvedProperty): boolean {
  return !(isBuiltIn && (propertyType === "object_reference" || slug === "roles"));
}
