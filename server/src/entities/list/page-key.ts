import { createHash } from "node:crypto";
import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import { invalidField } from "../../errors.ts";
import type { FieldOrdering } from "./list-field.ts";
import type { ListOrder } from "./list-order.ts";
import { isById } from "./list-order.ts";

/** The last entity of a page. Without a value, it is among the entities without a value for the order field. */
export interface Position {
  readonly value: string | undefined;
  readonly id: string;
}

export function encodePageKey({ value, id }: Position, binding: string): string {
  return Buffer.from(JSON.stringify([binding, id, ...(value === undefined ? [] : [value])])).toString("base64url");
}

/** The position after which a page starts. Keys are validated completely: they come from callers. */
export function decodePageKey(key: string | undefined, binding: string, order: ListOrder): Position | undefined {
  if (key === undefined) {
    return undefined;
  }
  const [bound, id, value, ...rest] = partsOf(key);
  if (bound !== undefined && bound !== binding) {
    const detail =
      "nextPageKey belongs to a list with another type, criteria, order or q. Send the same ones, or start again without it.";
    throw invalidField("nextPageKey", detail);
  }
  if (id === undefined || !isId.test(id) || !isValueOf(order, value) || rest.length > 0) {
    throw invalidField("nextPageKey", "Invalid nextPageKey. Start again without it.");
  }
  return { value, id };
}

/** A short hash of what a key belongs to. */
export function bindingOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts, withSortedKeys)).digest("base64url").slice(0, bindingLength);
}

const bindingLength = 12;
const isId = /^[A-Za-z0-9_-]{1,64}$/;

function partsOf(key: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(key, "base64url").toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : [];
  } catch {
    return [];
  }
}

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

/** The order of keys in the criteria is not significant. */
function withSortedKeys(_key: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;
}
