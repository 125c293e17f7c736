import type { JsonObject, JsonValue } from "./json-value.ts";

/** Whether two values are the same JSON; the order of keys does not matter, and undefined equals null. */
export function isSameJson(left: JsonValue, right: JsonValue): boolean {
  if (left === right) {
    return true;
  }
  if (!isComposite(left) || !isComposite(right)) {
    return (left ?? null) === (right ?? null);
  }
  if (isList(left) || isList(right)) {
    return isList(left) && isList(right) && isSameList(left, right);
  }
  const slugs = Object.keys(left);
  return (
    slugs.length === Object.keys(right).length &&
    slugs.every((slug) => Object.hasOwn(right, slug) && isSameJson(left[slug], right[slug]))
  );
}

function isSameList(left: readonly JsonValue[], right: readonly JsonValue[]): boolean {
  return left.length === right.length && left.every((value, index) => isSameJson(value, right[index]));
}

function isComposite(value: JsonValue): value is readonly JsonValue[] | JsonObject {
  return typeof value === "object" && value !== null;
}

function isList(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The keys in which two objects differ. */
export function differingKeys(
  before: Readonly<Record<string, JsonValue>>,
  after: Readonly<Record<string, JsonValue>>,
): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !isSameJson(before[key], after[key]));
}
