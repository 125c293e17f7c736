import { type JsonValue, jsonDepthMax } from "../json-value.ts";
import { isStorableText, storableText } from "../storable-text.ts";

/**
 * An external value in a form that PostgreSQL can store: without NUL and lone surrogates, and no deeper than any
 * request body. Deeper parts are cut off.
 */
export function storableJson(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === "string") {
    return storableText(value);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (depth >= jsonDepthMax) {
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => storableJson(item, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [storableText(key), storableJson(member, depth + 1)]),
  );
}

/** Why a value is not storable JSON, as text that follows its name; undefined members are allowed. */
export function validateJson(value: unknown): string | undefined {
  return errorAt(value, 1);
}

function errorAt(value: unknown, level: number): string | undefined {
  switch (typeof value) {
    case "string":
      return validateText(value);
    case "number":
      return Number.isFinite(value) ? undefined : `contains ${value}, which is not a number in JSON`;
    case "boolean":
    case "undefined":
      return undefined;
    case "object":
      return value === null ? undefined : validateObject(value, level);
    default:
      return `contains a ${typeof value}, which is not JSON`;
  }
}

function validateText(text: string): string | undefined {
  return isStorableText(text) ? undefined : "contains NUL or half of a character, which cannot be stored";
}

function validateObject(value: object, level: number): string | undefined {
  if (level > jsonDepthMax) {
    return `is nested more than ${jsonDepthMax} levels deep`;
  }
  if (Array.isArray(value)) {
    return firstError(value, (item: unknown) => errorAt(item, level + 1));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return "contains a class instance, which is not JSON";
  }
  return firstError(Object.entries(value), ([key, member]) =>
    // It would become the prototype of any object that it is copied into.
    key === "__proto__" ? 'has the key "__proto__"' : (validateText(key) ?? errorAt(member, level + 1)),
  );
}

function firstError<T>(items: readonly T[], errorOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const error = errorOf(item);
    if (error !== undefined) {
      return error;
    }
  }
  return undefined;
}
