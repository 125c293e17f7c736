import { type AnyEntity, systemFields } from "./any-entity.ts";
import { type EntityProperty, isReference, seenProperty } from "./entity-property.ts";
import { placeOf } from "./why-read-only.ts";

/** The properties of an entity, grouped for display. */
export interface PropertyGroup {
  readonly name: "own" | "family" | "references" | "seen";
  readonly properties: readonly EntityProperty[];
}

/** Own properties, those of the style, references, and undefined ones. Empty groups are omitted. */
export function groupProperties(entity: AnyEntity, described: readonly EntityProperty[]): PropertyGroup[] {
  const place = placeOf(entity);
  const shown = described.filter(({ level }) => !(place === "family" && level === "option"));
  const isFromFamily = ({ level }: EntityProperty) => place === "option" && level === "family";
  const groups: PropertyGroup[] = [
    { name: "own", properties: shown.filter((one) => !isReference(one) && !isFromFamily(one)) },
    { name: "family", properties: shown.filter((one) => !isReference(one) && isFromFamily(one)) },
    { name: "references", properties: shown.filter(isReference) },
    { name: "seen", properties: seenProperties(entity, described) },
  ];
  return groups.filter(({ properties }) => properties.length > 0);
}

/** The properties of an entity that its type does not define. */
export function seenProperties(entity: AnyEntity, described: readonly EntityProperty[]): EntityProperty[] {
  const known = new Set(described.map(({ slug }) => slug));
  return Object.entries(entity)
    .filter(([slug]) => !known.has(slug) && !systemFields.has(slug))
    .map(([slug, value]) => seenProperty(slug, value));
}
