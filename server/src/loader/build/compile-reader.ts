import type { PropertyType } from "@weft/contract";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import { shorten } from "../../entity-types/kinds/shorten.ts";
import { validateText } from "../../entity-types/kinds/validate-text.ts";
import type { ResolvedProperty } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { type ColumnSource, spellingOf } from "./column-sources.ts";
import { compileOptionReader } from "./compile-option-reader.ts";
import { compileReferenceReader, isReference } from "./compile-reference-reader.ts";
import type { Read, RowReading } from "./row-reading.ts";

export function compileReader(property: ResolvedProperty, source: ColumnSource): Read {
  const { propertyType } = property;
  const readFilled = compileFilledReader(property, source);
  const takesBooleans = propertyType === "boolean" || propertyType === "json";
  // Section 5: an empty cell clears, but text keeps "".
  const cleared = propertyType === "text" ? "" : null;
  return (value, reading) => {
    if (value === undefined) {
      return undefined;
    }
    const written =
      typeof value === "boolean" && !takesBooleans ? spellingOf(value, source, reading.row) : trimmed(value);
    if (written !== "" && written !== null) {
      return readFilled(written, reading);
    }
    const empty = written === null ? null : cleared;
    if (empty === null && property.required) {
      reportMissing(property, source, reading);
    }
    return empty;
  };
}

/** For an undefined column: any value is stored as text. */
export function compileUndescribedReader(source: ColumnSource): Read {
  return (value, reading) => {
    if (value === undefined || value === null) {
      return value;
    }
    const text = asText(value, source, reading);
    if (text === "") {
      return null;
    }
    const error = validateText(text);
    return error === undefined
      ? text
      : reportError(reading, { slug: source.name, source, propertyType: "string", error, value });
  };
}

function asText(value: JsonValue, source: ColumnSource, reading: RowReading): string {
  switch (typeof value) {
    case "string":
      return value.trim();
    case "boolean":
      return spellingOf(value, source, reading.row);
    default:
      return JSON.stringify(value);
  }
}

/** Cells are trimmed when they are read; results of expressions are not. */
function trimmed(value: JsonValue): JsonValue {
  return typeof value === "string" ? value.trim() : value;
}

function compileFilledReader(property: ResolvedProperty, source: ColumnSource): Read {
  const { slug, propertyType } = property;
  const kind = propertyKinds[propertyType];
  const context = { options: property.options };
  const readPlain: Read = (value, reading) => {
    const result =
      typeof value === "string" ? kind.readCell(value, property, context) : kind.readJson(value, property, context);
    return "value" in result
      ? result.value
      : reportError(reading, { slug, source, propertyType, error: result.error, value });
  };
  if (propertyType === "choice" || propertyType === "multi_select") {
    return compileOptionReader(property, source, readPlain);
  }
  return isReference(property) ? compileReferenceReader(property, source, readPlain) : readPlain;
}

interface Invalid {
  readonly slug: string;
  readonly source: ColumnSource;
  readonly propertyType: PropertyType;
  readonly error: string;
  readonly value: JsonValue;
}

function reportError(reading: RowReading, { slug, source, propertyType, error, value }: Invalid): undefined {
  reading.fail({
    columnName: source.name,
    issueType: "INVALID_DATA",
    message: `${slug} ${error}`,
    suggestion: `${suggestions[propertyType]} An empty cell clears the property.`,
    data: shorten(typeof value === "string" ? value : JSON.stringify(value)),
  });
}

function reportMissing({ slug }: ResolvedProperty, source: ColumnSource, reading: RowReading): void {
  reading.fail({
    columnName: source.name,
    issueType: "MISSING_DATA",
    message: `${slug} is empty, but its type requires it.`,
    suggestion: `Fill in ${slug}, or remove the column to keep the stored values.`,
  });
}

const suggestions: Readonly<Record<PropertyType, string>> = {
  string: "Use text without control characters; convert the result of an expression to text with String(…).",
  text: "Use text without control characters; convert the result of an expression to text with String(…).",
  number: "Write a plain number such as 1234.5, within the limits of the property.",
  currency: "Write an amount such as 12.50, in the currency of the property.",
  percent: "Write 12.5 or 12.5%.",
  rating: "Write a number within the limits of the property.",
  date: "Write the date as 2026-12-31.",
  datetime: "Write the time with its zone, such as 2026-12-31T12:00:00Z.",
  boolean: "Write true or false.",
  choice: "Write the display or the value of one option.",
  multi_select: "Separate the displays or values of options with commas, each one once.",
  url: "Write the full URL, such as https://example.com/parka.",
  image: "Write the id of an uploaded file.",
  json: 'Write JSON, such as {"key": "value"}.',
  object_reference: "Write the federatedId or the id of the entity.",
  object_ref_list: "Separate federatedIds or ids with commas, each entity once.",
  size_range: "Separate the sizes with commas, each one once, such as S,M,L.",
  formula: "Remove the column: the service computes it.",
  sequence: "Remove the column: the service numbers it.",
  user_list: "Separate the email addresses of users with commas, each one once.",
};
