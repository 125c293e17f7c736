import type { EntityProperty } from "../entity-property.ts";
import { isSameJson } from "../same-json.ts";
import { type FieldValue, isEmptyField, readFieldValue, toFieldValue } from "./field-value.ts";

/** The values of the controls, by slug. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** The fields to send, or the errors, by slug. */
export interface Draft {
  readonly body: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, string>>;
}

type Field = Pick<EntityProperty, "slug" | "propertyType">;

export function fieldValuesOf(fields: readonly Field[], stored: { readonly [slug: string]: unknown }): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.slug, toFieldValue(field, stored[field.slug])]));
}

/** What differs from the stored entity; for a new one, all filled fields. */
export function draftOf(
  fields: readonly Field[],
  values: FieldValues,
  stored: { readonly [slug: string]: unknown },
): Draft {
  const body: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const held = values[field.slug] ?? "";
    if (isSameJson(held, toFieldValue(field, stored[field.slug]))) continue;
    const reading = readFieldValue(field, held);
    if ("error" in reading) {
      errors[field.slug] = reading.error;
    } else if (!isSameJson(reading.value, stored[field.slug])) {
      body[field.slug] = reading.value;
    }
  }
  return { body, errors };
}

/** Whether leaving would lose changes. */
export function isTouched(values: FieldValues, initial: FieldValues): boolean {
  const slugs = new Set([...Object.keys(values), ...Object.keys(initial)]);
  return [...slugs].some((slug) => !isSameValue(values[slug] ?? "", initial[slug] ?? ""));
}

function isSameValue(one: FieldValue, other: FieldValue): boolean {
  return (isEmptyField(one) && isEmptyField(other)) || isSameJson(one, other);
}
