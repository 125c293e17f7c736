import { describeError } from "../../ui/describe-error.ts";
import type { EntityProperty } from "../entity-property.ts";
import { isSameJson } from "../same-json.ts";
import { type FieldValue, readFieldValue, toFieldValue } from "./field-value.ts";

/** The values of the controls, by slug. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** The fields to send, or the errors, by slug. */
interface Draft {
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

/** The errors of a response by field; those of no field of the form are shown at the top. */
interface FieldErrors {
  readonly byField: Readonly<Record<string, string>>;
  readonly others: readonly string[];
}

export function validateFields(error: unknown, slugs: ReadonlySet<string>): FieldErrors {
  const byField: Record<string, string> = {};
  const others: string[] = [];
  for (const { pointer, message } of describeError(error).fields) {
    const slug = fieldOf(pointer);
    if (!slugs.has(slug)) {
      others.push(message);
      continue;
    }
    byField[slug] = byField[slug] === undefined ? message : `${byField[slug]} ${message}`;
  }
  return { byField, others };
}

/** The first segment of a JSON pointer: an error inside a list or an object belongs to its field. */
function fieldOf(pointer: string): string {
  const [step = ""] = pointer.split("/");
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
