import { shorten } from "../../entity-types/kinds/shorten.ts";
import { invalidField } from "../../errors.ts";
import type { FieldTest } from "./criteria.ts";
import type { ListField } from "./list-field.ts";
import { expected, readJson, readText } from "./read-operand.ts";

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
  switch (field.valueType) {
    case "text":
    case "option":
    case "any":
    case "json":
      return { test: "starts-with", text: readText(field, operand, pointer) };
    case "list":
    case "number":
    case "boolean":
    case "date":
    case "time":
    case "sizes":
      throw withoutParts(field, "startsWith", pointer);
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
