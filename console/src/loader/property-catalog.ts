import type { EntityType } from "@weft/client";
import { entityTypesOf, identifyingColumns, type LoadType } from "./load-combinations.ts";

export interface CatalogProperty {
  readonly slug: string;
  readonly label: string;
  readonly propertyType: string;
  readonly entityType: string;
}

/** What the columns of a load can become. */
export interface PropertyCatalog {
  readonly identifying: ReturnType<typeof identifyingColumns>;
  readonly properties: readonly CatalogProperty[];
}

/** Made by the service itself. */
const computedKinds: ReadonlySet<string> = new Set(["formula", "sequence"]);

/** Of the type that is named, else of every type that the load may write. */
export function propertyCatalog(
  types: readonly EntityType[],
  loadType: readonly LoadType[],
  typePath: string | undefined,
): PropertyCatalog {
  const identifying = identifyingColumns(loadType);
  const taken = new Set(identifying.map(({ slug }) => slug));
  const found = entityTypesOf(loadType).flatMap((entityType) => propertiesOf(types, entityType, typePath));
  const properties = found.filter(({ slug }) => {
    const isNew = !taken.has(slug);
    taken.add(slug);
    return isNew;
  });
  return { identifying, properties };
}

function propertiesOf(types: readonly EntityType[], entityType: string, typePath: string | undefined) {
  const named = isBelow(typePath ?? "", entityType) ? nearestType(types, typePath ?? "") : undefined;
  const meant = named === undefined ? types.filter((type) => isBelow(type.typePath, entityType)) : [named];
  return meant.flatMap(({ properties, inheritedProperties }) =>
    [...properties, ...inheritedProperties.filter(({ isBuiltIn }) => !isBuiltIn)]
      .filter(({ propertyType }) => !computedKinds.has(propertyType))
      .map(({ slug, label, propertyType }) => ({ slug, label, propertyType, entityType })),
  );
}

/** A type that nobody has described has the properties of the one above it. */
function nearestType(types: readonly EntityType[], typePath: string): EntityType | undefined {
  return types
    .filter((type) => isBelow(typePath, type.typePath))
    .reduce<EntityType | undefined>(
      (best, type) => ((best?.typePath.length ?? 0) > type.typePath.length ? best : type),
      undefined,
    );
}

export function isBelow(typePath: string, root: string): boolean {
  return typePath === root || typePath.startsWith(`${root}:`);
}

/**
 * What the loader itself makes of a header: a column of its own, a slug exactly, a label in any case. Undefined where
 * nothing knows it.
 */
export function knownSlug({ identifying, properties }: PropertyCatalog, header: string): string | undefined {
  const all = [...identifying, ...properties];
  const exact = all.find(({ slug }) => slug === header);
  if (exact !== undefined) return exact.slug;
  const lower = header.toLowerCase();
  const labeled = new Set(properties.filter(({ label }) => label.toLowerCase() === lower).map(({ slug }) => slug));
  const [slug] = labeled;
  return labeled.size === 1 ? slug : undefined;
}
