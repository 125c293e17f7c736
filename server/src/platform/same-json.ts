import type { JsonValue } from "./json-value.ts";

/** Whether two values are the same JSON; the order of keys does not matter, and nothing is the same as null. */
export function isSameJson(left: JsonValue, right: JsonValue): boolean {
  if (left === right) {
    return true;
  }
  if (!isComposite(left) || !isComposite(right)) {
    return (left ?? null) === (right ?? null);
  }
  if (Array.isArray(left) !== Array.isArray(right)) {
    return false;
  }
  const leftEntries = Object.entries(left);
  const rightValues = new Map(Object.entries(right));
  return (
    leftEntries.length === rightValues.size &&
    leftEntries.every(([key, value]) => rightValues.has(key) && isSameJson(value, rightValues.get(key)))
  );
}

function isComposite(value: JsonValue): value is readonly JsonValue[] | { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null;
}
