import type { EntityType } from "@weft/client";
import type { NamedChange } from "./name-changes.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Each value once, by its first label, sorted by label. */
export function mergeChoices(...lists: readonly (readonly Choice[])[]): Choice[] {
  const labels = new Map<string, string>();
  for (const { value, label } of lists.flat()) {
    if (!labels.has(value)) labels.set(value, label);
  }
  return [...labels].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label, "en"));
}

/** The properties of a type and its subtypes; of every type when none is selected. */
export function propertyChoices(
  types: readonly Pick<EntityType, "typePath" | "properties" | "inheritedProperties">[],
  entityType: string | undefined,
): Choice[] {
  return types
    .filter(({ typePath }) => entityType === undefined || `${typePath}:`.startsWith(`${entityType}:`))
    .flatMap(({ properties, inheritedProperties }) => [...inheritedProperties, ...properties])
    .map(({ slug, label }) => propertyChoice(slug, label));
}

export function propertiesIn(rows: readonly NamedChange[]): Choice[] {
  return rows.flatMap(({ record }) =>
    Object.entries(record.propertyDiffs).map(([slug, { propertyName }]) => propertyChoice(slug, propertyName)),
  );
}

function propertyChoice(slug: string, label: string): Choice {
  return { value: slug, label: label === slug ? slug : `${label} (${slug})` };
}

export function actorsIn(rows: readonly NamedChange[]): Choice[] {
  return rows.flatMap(({ record: { createdBy } }) =>
    createdBy === undefined
      ? []
      : [{ value: createdBy.id, label: createdBy.type === "app" ? `${createdBy.name} (app)` : createdBy.name }],
  );
}
