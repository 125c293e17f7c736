import type { EntityKindName, LoadConfiguration, LoadType } from "@weft/contract";
import { entityTypeOf, type ResolvedProperty, type TypeTree } from "../../entity-types/type-tree.ts";
import type { ColumnDefinition } from "./compile-columns.ts";

/** The meaning of a column's name for the types of a load. */
type ColumnMeaning =
  /** column: its name with the slug; definitions: those of all types of the load that have the property. */
  | { readonly kind: "property"; readonly column: string; readonly definitions: readonly ResolvedProperty[] }
  | { readonly kind: "ambiguous"; readonly slugs: readonly string[] }
  | { readonly kind: "unknown" };

/** A column <slug>Family or <slug>Option sets the property at that level. */
export const levelSuffixes = [
  ["Family", "family"],
  ["Option", "option"],
] as const;
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
    const [suffix] = levelSuffixes.find(([one]) => column.endsWith(one)) ?? [];
    const slug = suffix === undefined ? "" : column.slice(0, -suffix.length);
    return this.#bySlug.get(slug)?.filter(hasLevels) ?? [];
  }
}

/**
 * Labels do not name a level: a column "Color Family" is more often a separate property than the family's color.
 */
function hasLevels({ declaredBy }: ResolvedProperty): boolean {
  return entityTypesWithLevels.has(entityTypeOf(declaredBy));
}

/** The load itself sets references between the entities of a row: a column "Family" or "Item" has another meaning. */
function isNamedByLabel({ isBuiltIn, propertyType, slug }: ResolvedProperty): boolean {
  return !(isBuiltIn && (propertyType === "object_reference" || slug === "roles"));
}

/** The typePath of every row, if the configuration alone determines it; otherwise undefined. */
function uniformTypePath(configuration: LoadConfiguration, headers: readonly string[]): string | undefined {
  const { conditionalColumns = [], propertiesToRemove = [], federatedMappings = {} } = configuration;
  const last = conditionalColumns.findLast(({ toProperty }) => toProperty === "typePath");
  if (last !== undefined) {
    return plainDefault(last);
  }
  if (headers.includes("typePath") || propertiesToRemove.includes("typePath")) {
    return undefined;
  }
  const mapped = new Map(Object.entries(federatedMappings)).get("typePath");
  return mapped === undefined || headers.includes(mapped) ? undefined : mapped;
}

function plainDefault(definition: ColumnDefinition): string | undefined {
  const { conditions, fromProperty, default: value } = definition;
  const isPlain = conditions === undefined && fromProperty === undefined;
  return isPlain && typeof value === "string" && !value.includes("{") ? value : undefined;
}

const entityTypes: Readonly<Record<LoadType, EntityKindName>> = {
  ITEM: "item",
  PROJECT_ITEM: "project-item",
  ASSORTMENT: "assortment-item",
  COLOR: "color",
  CUSTOM_ENTITY: "custom-entity",
  SIZE_RANGE_TEMPLATE: "size-range-template",
};

/** The entity types whose properties the columns of a load may name. */
function entityTypesOfLoad({ loadType = [] }: LoadConfiguration): readonly EntityKindName[] {
  return loadType.map((one) => entityTypes[one]);
}

export const entityColumns = ["federatedId", "name", "typePath"];
export const colorColumns = ["hex", "red", "green", "blue"];
export const itemColumns = [
  "itemFamilyFederatedId",
  "itemOptionFederatedId",
  "name",
  "optionName",
  "typePath",
  "optionGroup",
];

/** The columns that a load itself reads to identify a row's entities and targets, whatever the types define. */
export function controlColumns(configuration: LoadConfiguration): ReadonlySet<string> {
  const { assortmentSplit, assortmentItemDropField } = configuration;
  const names = entityTypesOfLoad(configuration).flatMap((entityType) => {
    switch (entityType) {
      case "item":
        return itemColumns;
      // The project may be found by the assortment of the first row.
      case "project-item":
        return ["assortmentId"];
      case "assortment-item":
        return [
          "assortmentId",
          assortmentSplit?.fieldToSplitOn,
          assortmentSplit?.addField,
          assortmentSplit?.dropField,
          assortmentItemDropField,
        ];
      case "color":
        return [...entityColumns, ...colorColumns];
      case "size-range-template":
        return [...entityColumns, "sizeRange"];
      default:
        return entityColumns;
    }
  });
  return new Set(names.filter((name) => name !== undefined));
}
