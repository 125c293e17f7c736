import { shorten } from "../entity-types/kinds/validate-text.ts";
import { invalidField } from "../platform/errors.ts";
import { foldText } from "../platform/fold-text.ts";
import { splitBetween } from "../platform/lists/criteria.ts";
import type { Comparison, FieldTest } from "./criteria.ts";
import type { ListField } from "./list-field.ts";
import {
  expected,
  momentComparison,
  readBoolean,
  readDate,
  readJson,
  readMoment,
  readNumber,
  readText,
} from "./read-operand.ts";

/** The test for a value before or after another, in the order of the field. */
export function compareTest(
  field: ListField,
  { comparison, operand }: { readonly comparison: Comparison; readonly operand: unknown },
  pointer: string,
): FieldTest {
  if (field.ordering === "none") {
    throw withoutOrder(field, pointer);
  }
  const against = (by: "text" | "number" | "option", value: string | number): FieldTest => ({
    test: "compare",
    by,
    comparison,
    value,
  });
  switch (field.valueType) {
    case "time":
      return momentComparison(field, comparison, readMoment(field, operand, pointer));
    case "number":
      return against("number", readNumber(field, operand, pointer));
    case "option":
      return against("option", readPlace(field, operand, pointer));
    case "boolean":
      return against("text", String(readBoolean(field, operand, pointer)));
    case "date":
      return against("text", readDate(field, operand, pointer));
    case "text":
      return against("text", readText(field, operand, pointer));
    case "any":
      // An undefined property is compared by the type of the operand.
      return typeof operand === "number"
        ? against("number", readNumber(field, operand, pointer))
        : against("text", readText(field, operand, pointer));
    case "list":
    case "json":
    case "sizes":
      throw withoutOrder(field, pointer);
  }
}

/** "BETWEEN a and b" includes both ends. Undefined for a text in another form. */
export function readBetween(field: ListField, text: string, pointer: string): FieldTest | undefined {
  const ends = splitBetween(text);
  if (ends === undefined) {
    return undefined;
  }
  const [from, to] = endsOf(field, ends.low, ends.high);
  return {
    test: "all",
    of: [
      compareTest(field, { comparison: "gte", operand: from }, pointer),
      compareTest(field, { comparison: "lte", operand: to }, pointer),
    ],
  };
}

/**
 * A text does not distinguish numbers from texts: the field's type decides, and without one, whether both ends are
 * numbers.
 */
function endsOf({ valueType }: ListField, low: string, high: string): [string | number, string | number] {
  const areNumbers = isNumber(low) && isNumber(high);
  return areNumbers && (valueType === "number" || valueType === "any") ? [Number(low), Number(high)] : [low, high];
}

function isNumber(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text);
}

/** Options are compared by their index, as they are ordered. */
function readPlace(field: ListField, operand: unknown, pointer: string): number {
  const place = field.options.indexOf(readText(field, operand, pointer));
  if (place < 0) {
    throw expected(field, "one of its options, in their order", pointer);
  }
  return place + 1;
}

function withoutOrder(field: ListField, pointer: string) {
  const others = "ne, in, nin, exists, contains, matches or startsWith";
  return invalidField(pointer, `The values of ${field.name} have no order. Use ${others}.`);
}

/** A text contains a text, case-sensitively; a list contains an element, or all elements of a list. */
export function readContains(field: ListField, operand: unknown, pointer: string): FieldTest {
  switch (field.valueType) {
    case "text":
    case "option":
      return { test: "contains-text", text: readText(field, operand, pointer) };
    case "list":
      return { test: "includes", values: [elementsOf(operand).map((element) => readText(field, element, pointer))] };
    case "json":
    case "any":
      return readContainsInJson(field, operand, pointer);
    case "number":
    case "boolean":
    case "date":
    case "time":
    case "sizes":
      throw withoutParts(field, "contains", pointer);
  }
}

export function readStartsWith(field: ListField, operand: unknown, pointer: string): FieldTest {
  requireParts(field, "startsWith", pointer);
  return { test: "starts-with", text: readText(field, operand, pointer) };
}

/** Like contains, without regard to case and accents. */
export function readMatches(field: ListField, operand: unknown, pointer: string): FieldTest {
  requireParts(field, "matches", pointer);
  return { test: "matches-text", folded: foldText(readText(field, operand, pointer)) };
}

function requireParts(field: ListField, operator: string, pointer: string): void {
  switch (field.valueType) {
    case "text":
    case "option":
    case "any":
    case "json":
      return;
    case "list":
    case "number":
    case "boolean":
    case "date":
    case "time":
    case "sizes":
      throw withoutParts(field, operator, pointer);
  }
}

/** Depends on the stored value: a text contains a substring, a list an element, an object members. */
function readContainsInJson(field: ListField, operand: unknown, pointer: string): FieldTest {
  if (operand === null) {
    throw expected(field, "a value other than null with contains", pointer);
  }
  const value = readJson(field, operand, pointer);
  if (Array.isArray(value)) {
    return { test: "includes", values: [value] };
  }
  if (typeof value === "object") {
    return { test: "includes", values: [value, [value]] };
  }
  return typeof value === "string" ? { test: "holds-text", text: value } : { test: "includes", values: [[value]] };
}

function elementsOf(operand: unknown): readonly unknown[] {
  return Array.isArray(operand) ? operand : [operand];
}

function withoutParts(field: ListField, operator: string, pointer: string) {
  return invalidField(pointer, `${operator} works on texts and lists, but ${shorten(field.name)} is neither.`);
}
