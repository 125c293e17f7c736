import { invalidField } from "../../errors.ts";
import type { Comparison, FieldTest } from "./criteria.ts";
import type { ListField } from "./list-field.ts";
import { momentComparison, readMoment } from "./moment.ts";
import { expected, readBoolean, readDate, readNumber, readText } from "./read-operand.ts";

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

const between = /^between\s+(\S.*?)\s+and\s+(\S.*)$/is;

/** "BETWEEN a and b" includes both ends. Undefined for a text in another form. */
export function readBetween(field: ListField, text: string, pointer: string): FieldTest | undefined {
  const [, low, high] = between.exec(text) ?? [];
  if (low === undefined || high === undefined) {
    return undefined;
  }
  const [from, to] = endsOf(field, low, high.trimEnd());
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
  const others = "ne, in, nin, exists, contains or startsWith";
  return invalidField(pointer, `The values of ${field.name} have no order. Use ${others}.`);
}
