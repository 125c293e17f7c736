import { type AnyEntity, systemFields } from "../any-entity.ts";
import { type EntityProperty, seenProperty } from "../entity-property.ts";
import { isSameJson } from "../same-json.ts";

/** A property side by side. */
export interface CompareRow {
  readonly property: EntityProperty;
  /** One for each entity, in order. */
  readonly values: readonly unknown[];
  readonly isSame: boolean;
}

const shownFields: readonly (readonly [slug: string, label: string])[] = [
  ["name", "Name"],
  ["typePath", "Type"],
  ["federatedId", "External ID"],
];

/** Every property of the entities: the common fields first, then defined ones, then undefined ones. */
export function compareRows(entities: readonly AnyEntity[], described: readonly EntityProperty[]): CompareRow[] {
  const common = shownFields.map(([slug, label]) => ({
    ...seenProperty(slug, ""),
    label,
    isBuiltIn: true,
    declaredBy: entities[0]?.entityType,
  }));
  const known = new Map([...common, ...described].map((property) => [property.slug, property]));
  for (const entity of entities) {
    for (const [slug, value] of Object.entries(entity)) {
      if (!known.has(slug) && !systemFields.has(slug)) known.set(slug, seenProperty(slug, value));
    }
  }
  return [...known.values()].map((property) => {
    const values = entities.map((entity) => entity[property.slug]);
    return { property, values, isSame: values.every((value) => isSameJson(value, values[0])) };
  });
}
