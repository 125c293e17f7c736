import { foldText } from "../platform/fold-text.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { isSameJson } from "../platform/same-json.ts";
import type { Comparison, Condition, FieldTest } from "./criteria.ts";

type Document = Readonly<Record<string, JsonValue>>;

/** Whether a document in memory meets the condition, by the same rules as the database. */
export function matches(document: Document, condition: Condition): boolean {
  switch (condition.kind) {
    case "all":
      return condition.of.every((inner) => matches(document, inner));
    case "any":
      return condition.of.some((inner) => matches(document, inner));
    case "field":
      return passes(document[condition.field.name] ?? undefined, condition.test);
    case "referred":
      // Documents have no references that criteria can follow.
      return false;
  }
}

function passes(value: JsonValue, test: FieldTest): boolean {
  switch (test.test) {
    case "all":
      return test.of.every((inner) => passes(value, inner));
    case "any":
      return test.of.some((inner) => passes(value, inner));
    case "not":
      return !passes(value, test.of);
    case "absent":
      return value === undefined;
    case "includes":
      return test.values.some((wanted) => isContained(wanted, value));
    case "identical":
      return isSameJson(value, test.value);
    case "below":
      return value === test.typePath || (typeof value === "string" && value.startsWith(`${test.typePath}:`));
    case "contains-text":
      return typeof value === "string" && value.includes(test.text);
    case "holds-text":
      return (typeof value === "string" || Array.isArray(value)) && value.includes(test.text);
    case "starts-with":
      return typeof value === "string" && value.startsWith(test.text);
    case "matches-text":
      return typeof value === "string" && foldText(value).includes(test.folded);
    case "compare":
      return passesComparison(value, test.comparison, test.value);
  }
}

/** Follows PostgreSQL's @>: a list contains its elements, an object its members. */
function isContained(wanted: JsonValue, value: JsonValue): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && wanted.every((item) => value.some((held) => isContained(item, held)));
  }
  if (typeof wanted === "object" && wanted !== null) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return false;
    }
    const held = new Map(Object.entries(value));
    return Object.entries(wanted).every(([key, item]) => held.has(key) && isContained(item, held.get(key)));
  }
  return value === wanted;
}

function passesComparison(value: JsonValue, comparison: Comparison, limit: string | number): boolean {
  if (value === undefined || typeof value !== typeof limit) {
    return false;
  }
  switch (comparison) {
    case "gt":
      return String(value) !== String(limit) && !isLess(value, limit);
    case "gte":
      return !isLess(value, limit);
    case "lt":
      return isLess(value, limit);
    case "lte":
      return String(value) === String(limit) || isLess(value, limit);
  }
}

function isLess(value: JsonValue, limit: string | number): boolean {
  return typeof value === "number" && typeof limit === "number" ? value < limit : String(value) < String(limit);
}
