import type { PropertyType } from "@weft/contract";
import { optionLookup, unknownOption } from "../../entity-types/kinds/option-lookup.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import { shorten, validateText } from "../../entity-types/kinds/validate-text.ts";
import type { ResolvedProperty } from "../../entity-types/type-tree.ts";
import { closestName } from "../../platform/closest-name.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { compileReferenceReader, entriesIn, isReference } from "./compile-reference-reader.ts";
import { asWritten, type CellFormats, type ColumnSource, type Read, type RowReading } from "./row-reading.ts";

export function compileReader(property: ResolvedProperty, source: ColumnSource, formats: CellFormats = {}): Read {
  const { propertyType } = property;
  const readFilled = compileFilledReader(property, source, formats);
  const takesBooleans = propertyType === "boolean" || propertyType === "json";
  // Section 5: an empty cell clears, but text keeps "".
  const cleared = propertyType === "text" ? "" : null;
  return (value, reading) => {
    if (value === undefined) {
      return undefined;
    }
    const written = typeof value === "boolean" && takesBooleans ? value : asWritten(value, source, reading.row);
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

/** For an undefined column: a cell is stored as text. A number or boolean of the configuration keeps its type. */
export function compileUndescribedReader(source: ColumnSource): Read {
  return (value, reading) => {
    if (value === undefined || value === null || typeof value === "number" || isComputed(value, source, reading)) {
      return value;
    }
    const written = asWritten(value, source, reading.row);
    const text = typeof written === "string" ? written : JSON.stringify(written);
    if (text === "") {
      return null;
    }
    const error = validateText(text);
    return error === undefined
      ? text
      : reportError(reading, { slug: source.name, source, suggestion: suggestions.string, error, value });
  };
}

/** A boolean that no cell of the row spells. */
function isComputed(value: JsonValue, { spellings }: ColumnSource, { row }: RowReading): value is boolean {
  const text = String(value);
  return typeof value === "boolean" && !spellings.some((slot) => row.original[slot]?.toLowerCase() === text);
}

function compileFilledReader(property: ResolvedProperty, source: ColumnSource, formats: CellFormats): Read {
  const { slug, propertyType } = property;
  const kind = propertyKinds[propertyType];
  const context = { options: property.options, ...formats };
  const suggestion = formatSuggestion(propertyType, formats) ?? suggestions[propertyType];
  const readPlain: Read = (value, reading) => {
    const result =
      typeof value === "string" ? kind.readCell(value, property, context) : kind.readJson(value, property, context);
    return "value" in result
      ? result.value
      : reportError(reading, { slug, source, suggestion, error: result.error, value });
  };
  if (propertyType === "choice" || propertyType === "multi_select") {
    return compileOptionReader(property, source, readPlain);
  }
  return isReference(property) ? compileReferenceReader(property, source, readPlain) : readPlain;
}

interface Invalid {
  readonly slug: string;
  readonly source: ColumnSource;
  readonly suggestion: string;
  readonly error: string;
  readonly value: JsonValue;
}

function reportError(reading: RowReading, { slug, source, suggestion, error, value }: Invalid): undefined {
  reading.fail({
    columnName: source.name,
    issueType: "INVALID_DATA",
    message: `${slug} ${error}`,
    suggestion: `${suggestion} An empty cell clears the property.`,
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
  image_list: "Separate the ids of uploaded files with commas, each one once, at most 50.",
  json: 'Write JSON, such as {"key": "value"}.',
  object_reference: "Write the federatedId or the id of the entity.",
  object_ref_list: "Separate federatedIds or ids with commas, each entity once.",
  size_range: "Separate the sizes with commas, each one once, such as S,M,L.",
  formula: "Remove the column: the service computes it.",
  sequence: "Remove the column: the service numbers it.",
  user_list: "Separate the email addresses of users with commas, each one once.",
};

/** For a kind that the load reads in the format of its file. */
function formatSuggestion(propertyType: PropertyType, { numberFormat, dateFormat }: CellFormats): string | undefined {
  switch (propertyType) {
    case "number":
    case "currency":
    case "percent":
    case "rating":
      return numberFormat === undefined ? undefined : `The numberFormat of the load is ${numberFormat}.`;
    case "date":
    case "datetime":
      return dateFormat === undefined ? undefined : `The dateFormat of the load is ${dateFormat}.`;
    default:
      return undefined;
  }
}

const nearestKeptMax = 1_000;

/** For choice and multi_select: an option that is not in the set is a warning, and the property keeps its value. */
function compileOptionReader(property: ResolvedProperty, source: ColumnSource, readKnown: Read): Read {
  const { valueNamed } = optionLookup(property.options);
  const reportUnknown = compileUnknownReport(property, source);
  const isList = property.propertyType === "multi_select";
  return (value, reading) => {
    const entries = entriesIn(value, isList);
    if (entries === undefined) {
      return readKnown(value, reading);
    }
    const unknown = entries.filter((entry) => valueNamed(entry) === undefined);
    for (const entry of unknown) {
      reportUnknown(entry, reading);
    }
    if (unknown.length > 0) {
      return undefined;
    }
    const values = entries.map(valueNamed);
    return isList ? readKnown(values, reading) : values[0];
  };
}

function compileUnknownReport({ slug, options }: ResolvedProperty, source: ColumnSource) {
  const nearest = compileNearest(options.flatMap(({ value, display }) => [value, display]));
  return (text: string, reading: RowReading): void => {
    const meant = nearest(text);
    reading.warn({
      columnName: source.name,
      issueType: "INVALID_DATA",
      message: `${slug} ${unknownOption(text, options)}`,
      suggestion:
        meant === undefined
          ? "Use an option of the set, or add this one to it; until then the property keeps its value."
          : `Did you mean ${shorten(meant)}? The property keeps its value.`,
      data: shorten(text),
      step: 6,
    });
  };
}

/** Caches suggestions: searching a set costs far more than parsing a cell, and an invalid text usually repeats. */
function compileNearest(known: readonly string[]): (text: string) => string | undefined {
  const kept = new Map<string, string | undefined>();
  return (text) => {
    if (!kept.has(text) && kept.size < nearestKeptMax) {
      kept.set(text, closestName(shorten(text), known));
    }
    return kept.get(text);
  };
}
