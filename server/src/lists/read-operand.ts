import { isDate } from "../entity-types/kinds/date.ts";
import { shorten, validateCharacters } from "../entity-types/kinds/validate-text.ts";
import { invalidField } from "../platform/errors.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { Comparison, FieldTest } from "./criteria.ts";
import type { ListField } from "./list-field.ts";

/** The test for equality with a value. JSON types are strict: "12" is not 12. Dates and times are texts. */
export function equalTest(field: ListField, value: unknown, pointer: string): FieldTest {
  switch (field.valueType) {
    case "text":
      return textTest(field, readText(field, value, pointer));
    case "option":
      return includes(readText(field, value, pointer));
    case "number":
      return includes(readNumber(field, value, pointer));
    case "boolean":
      return includes(readBoolean(field, value, pointer));
    case "date":
      return includes(readDate(field, value, pointer));
    case "time":
      return momentTest(field, readMoment(field, value, pointer));
    case "list":
      return includes([readText(field, value, pointer)]);
    case "sizes":
      return sizesTest(readJson(field, value, pointer));
    case "json":
      return jsonTest(readScalar(field, value, pointer));
    case "any":
      return includes(readScalar(field, value, pointer));
  }
}

/** A path includes all paths below it. */
function textTest(field: ListField, text: string): FieldTest {
  return field.place === "column" && field.name === "typePath" ? { test: "below", typePath: text } : includes(text);
}

/** Containment uses the index; a wider range of sizes contains a narrower one. */
function sizesTest(value: JsonValue): FieldTest {
  return { test: "all", of: [includes(value), { test: "identical", value }] };
}

/** Matches JSON equal to the value, or a list that contains it. */
function jsonTest(value: JsonValue): FieldTest {
  return { test: "includes", values: [value, [value]] };
}

function includes(value: JsonValue): FieldTest {
  return { test: "includes", values: [value] };
}

export function readText(field: ListField, value: unknown, pointer: string): string {
  if (typeof value !== "string") {
    throw expected(field, "a text, such as 'red'", pointer);
  }
  const error = validateCharacters(value);
  if (error !== undefined) {
    throw invalidField(pointer, `The value ${error}`);
  }
  return value;
}

export function readNumber(field: ListField, value: unknown, pointer: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw expected(field, "a number without quotes, such as 12", pointer);
  }
  return value;
}

export function readBoolean(field: ListField, value: unknown, pointer: string): boolean {
  if (typeof value !== "boolean") {
    throw expected(field, "true or false without quotes", pointer);
  }
  return value;
}

export function readDate(field: ListField, value: unknown, pointer: string): string {
  if (typeof value !== "string" || !isDate(value)) {
    throw expected(field, "a date, such as '2026-12-31'", pointer);
  }
  return value;
}

function readScalar(field: ListField, value: unknown, pointer: string): JsonValue {
  if (typeof value === "object") {
    throw expected(field, "a text, a number, true or false, or an operator such as contains", pointer);
  }
  return readJson(field, value, pointer);
}

/** Any JSON that can be stored, and therefore matched. */
export function readJson(field: ListField, value: unknown, pointer: string): JsonValue {
  switch (typeof value) {
    case "string":
      return readText(field, value, pointer);
    case "number":
      return readNumber(field, value, pointer);
    case "boolean":
      return value;
    case "object":
      return readComposite(field, value, pointer);
    default:
      throw expected(field, "a JSON value", pointer);
  }
}

function readComposite(field: ListField, value: object | null, pointer: string): JsonValue {
  if (value === null) {
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((element: unknown) => readJson(field, element, pointer));
  }
  const members = Object.entries(value).map(([key, member]) => [
    readText(field, key, pointer),
    readJson(field, member, pointer),
  ]);
  return Object.fromEntries(members);
}

export function expected(field: ListField, form: string, pointer: string) {
  return invalidField(pointer, `Compare ${shorten(field.name)} with ${form}.`);
}

/** The first and last millisecond of a value: equal for a time, a whole UTC day for a date. */
interface Moment {
  readonly from: string;
  readonly to: string;
}

const zoned = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})$/i;
// PostgreSQL has no year 0, and after 9999 texts do not sort by time.
const first = "0001-01-01T00:00:00.000Z";
const last = "9999-12-31T23:59:59.999Z";

export function readMoment(field: ListField, value: unknown, pointer: string): Moment {
  const moment = typeof value === "string" ? momentOf(value) : undefined;
  if (moment === undefined || moment.from < first || moment.to > last) {
    const forms = "a date such as '2026-12-31' (the whole day in UTC) or a time such as '2026-12-31T12:00:00Z'";
    throw invalidField(pointer, `Compare ${field.name} with ${forms}.`);
  }
  return moment;
}

function momentOf(text: string): Moment | undefined {
  if (isDate(text)) {
    return { from: `${text}T00:00:00.000Z`, to: `${text}T23:59:59.999Z` };
  }
  const [, date = "", time = "", zone = ""] = zoned.exec(text) ?? [];
  const milliseconds = isDate(date) ? Date.parse(`${date}T${time}${zone.toUpperCase()}`) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    return undefined;
  }
  const instant = new Date(milliseconds).toISOString();
  // A year with more than four digits is written with a sign, which sorts before all digits and therefore before the
  // first time.
  return { from: instant, to: instant };
}

/** The test for a value within the range. */
function momentTest(field: ListField, moment: Moment): FieldTest {
  return moment.from === moment.to && field.place === "properties"
    ? { test: "includes", values: [moment.from] }
    : { test: "all", of: [momentComparison(field, "gte", moment), momentComparison(field, "lte", moment)] };
}

/** After a day means after its last millisecond; from a day on means from its first. */
export function momentComparison(field: ListField, comparison: Comparison, { from, to }: Moment): FieldTest {
  const value = comparison === "gt" || comparison === "lte" ? to : from;
  return { test: "compare", by: field.place === "column" ? "time" : "text", comparison, value };
}
