import { z } from "zod";
import { validateCharacters } from "../entity-types/kinds/validate-text.ts";
import { decodePageKey, encodePageKey, invalidPageKey } from "../platform/lists/page-key.ts";
import type { FieldOrdering } from "./list-field.ts";
import type { ListOrder } from "./list-order.ts";

/** The last entity of a page. Of each field of the order, its value; undefined if it has none. */
export interface Position {
  readonly values: readonly (string | undefined)[];
  readonly id: string;
}

/** Values that are absent at the end are left out. */
export function encodePosition({ values, id }: Position, binding: string): string {
  const count = values.findLastIndex((value) => value !== undefined) + 1;
  return encodePageKey(binding, [id, ...values.slice(0, count).map((value) => value ?? null)]);
}

/** The position after which a page starts. */
export function decodePosition(key: string | undefined, binding: string, order: ListOrder): Position | undefined {
  const parts = decodePageKey(key, binding, positionSchema);
  if (parts === undefined) {
    return undefined;
  }
  const [id, ...found] = parts;
  const values = order.terms.map((_, index) => found[index] ?? undefined);
  const areValid = order.terms.every(({ field }, index) => isValueOf(field.ordering, values[index]));
  if (found.length > values.length || !areValid) {
    throw invalidPageKey();
  }
  return { values, id };
}

const positionSchema = z.tuple([z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)], z.string().nullable());

function isValueOf(ordering: FieldOrdering, value: string | undefined): boolean {
  return value === undefined || valueChecks[ordering](value);
}

const valueChecks: Readonly<Record<FieldOrdering, (value: string) => boolean>> = {
  text: (value) => validateCharacters(value) === undefined,
  number: (value) => /^-?\d{1,400}(\.\d{1,400})?$/.test(value),
  option: (value) => /^\d{1,9}$/.test(value),
  time: (value) => /^(?!0000)\d{4}-/.test(value) && isTime(value),
  any: isScalarJson,
  none: () => false,
};

function isTime(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

function isScalarJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string"
      ? validateCharacters(value) === undefined
      : typeof value === "boolean" || Number.isFinite(value);
  } catch {
    return false;
  }
}
