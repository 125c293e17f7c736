import { z } from "zod";
import { validateCharacters } from "../entity-types/kinds/validate-text.ts";
import { decodePageKey, encodePageKey, invalidPageKey } from "../platform/lists/page-key.ts";
import type { FieldOrdering } from "./list-field.ts";
import { isById, type ListOrder } from "./list-order.ts";

/** The last entity of a page. Without a value, it is among the entities without a value for the order field. */
export interface Position {
  readonly value: string | undefined;
  readonly id: string;
}

export function encodePosition({ value, id }: Position, binding: string): string {
  return encodePageKey(binding, value === undefined ? [id] : [id, value]);
}

/** The position after which a page starts. */
export function decodePosition(key: string | undefined, binding: string, order: ListOrder): Position | undefined {
  const parts = decodePageKey(key, binding, positionSchema);
  if (parts === undefined) {
    return undefined;
  }
  const [id, value] = parts;
  if (!isValueOf(order, value)) {
    throw invalidPageKey();
  }
  return { value, id };
}

const positionSchema = z.tuple([z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), z.string().optional()]);

function isValueOf(order: ListOrder, value: string | undefined): boolean {
  return value === undefined || (!isById(order) && valueChecks[order.field.ordering](value));
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
