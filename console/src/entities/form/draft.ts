import type { EntityProperty } from "../entity-property.ts";
import { isSameJson } from "../same-json.ts";
import { type FieldValue, isEmptyField, readFieldValue, toFieldValue } from "./field-value.ts";

/** What the controls hold, by slug. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** The fields to send, or what cannot be sent, by slug. */
export interface Draft {
  readonly body: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, string>>;
}

type Field = Pick<EntityProperty, "slug" | "propertyType">;

export function fieldValuesOf(fields: readonly Field[], stored: { readonly [slug: string]: unknown }): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.slug, toFieldValue(field, stored[field.slug])]));
}

/** What differs from what is stored; of something new, whatever is filled in. */
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

/** Whether anything would be lost by leaving. */
export function isTouched(values: FieldValues, initial: FieldValues): boolean {
  const slugs = new Set([...Object.keys(values), ...Object.keys(initial)]);
  return [...slugs].some((slug) => !isSameValue(values[slug] ?? "", initial[slug] ?? ""));
}

function isSameValue(one: FieldValue, other: FieldValue): boolean {
  return (isEmptyField(one) && isEmptyField(other)) || isSameJson(one, other);
}
