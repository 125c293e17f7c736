import type { EntityProperty } from "../entity-property.ts";
import { isSameJson } from "../same-json.ts";
import type { FieldValues } from "./draft.ts";
import { type FieldValue, isEmptyField } from "./field-value.ts";

type Field = Pick<EntityProperty, "slug" | "label" | "propertyType" | "optionSetId" | "referenceType">;

interface HeldValue {
  readonly field: Field;
  readonly value: FieldValue;
}

/** What was typed, whatever the type has now: choosing the former type again brings it back. */
export type HeldValues = ReadonlyMap<string, HeldValue>;

/** Properties of different types are the same if they hold the same kind of value. */
function keyOf({ slug, propertyType, optionSetId, referenceType }: Field): string {
  return JSON.stringify([slug, propertyType, optionSetId ?? null, referenceType ?? null]);
}

export function holdValue(held: HeldValues, field: Field, value: FieldValue): HeldValues {
  return new Map(held).set(keyOf(field), { field, value });
}

/** Holds all values of some fields. */
export function holdValues(fields: readonly Field[], values: FieldValues): HeldValues {
  return new Map(fields.map((field) => [keyOf(field), { field, value: values[field.slug] ?? "" }]));
}

/** The values for the fields of a type. */
export function valuesFor(fields: readonly Field[], held: HeldValues): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.slug, held.get(keyOf(field))?.value ?? ""]));
}

/** The labels of what was typed and is not saved, because the type does not have it. */
export function unusedLabels(fields: readonly Field[], held: HeldValues): string[] {
  const used = new Set(fields.map(keyOf));
  return [...held]
    .filter(([key, { value }]) => !used.has(key) && !isEmptyField(value))
    .map(([, { field }]) => field.label);
}

/** Whether leaving would lose what was typed since. */
export function isTouched(held: HeldValues, begun: HeldValues): boolean {
  return [...held].some(([key, { value }]) => {
    const before = begun.get(key)?.value ?? "";
    return !(isEmptyField(value) && isEmptyField(before)) && !isSameJson(value, before);
  });
}
