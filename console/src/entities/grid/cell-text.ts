import { formatMoney, formatNumber, formatTime } from "../../ui/format.ts";
import { localizeDate, numberExample, parseDate, parseNumber, typedNumber } from "../../ui/local-format.ts";
import type { GridColumn } from "./grid-column.ts";

/** What values refer to: options by label, entities and users by name. */
export interface CellLabels {
  readonly displayOf: (optionSetId: string | undefined, value: string) => string;
  readonly nameOf: (id: string) => string | undefined;
}

/** A value as displayed in the grid. */
export function cellText(column: GridColumn, value: unknown, words: CellLabels): string {
  if (value === undefined || value === null) return "";
  const { propertyType, currency } = column.property;
  if (typeof value === "number") return numberText(propertyType, value, currency);
  if (propertyType === "datetime" && typeof value === "string") return formatTime(value);
  return plainText(column, value, words);
}

/** A value for a spreadsheet, which can be pasted back: exact, but options and references by name. */
export function plainText(column: GridColumn, value: unknown, { displayOf, nameOf }: CellLabels): string {
  const { propertyType, optionSetId } = column.property;
  switch (propertyType) {
    case "choice":
    case "multi_select":
      return joined(value, (option) => displayOf(optionSetId, option));
    case "object_reference":
    case "object_ref_list":
    case "user_list":
      return joined(value, (id) => nameOf(id) ?? id);
    case "size_range":
      return joined(sizesOf(value), (size) => size);
    default:
      return typedText(column, value);
  }
}

/** A value as it is typed: numbers and dates in the format of the person. */
export function typedText({ property }: GridColumn, value: unknown): string {
  if (typeof value === "number") return typedNumber(value);
  return property.propertyType === "date" && typeof value === "string" ? localizeDate(value) : exactText(value);
}

/** A value as exported. */
export function exactText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes(","))) {
    return value.join(",");
  }
  const sizes = sizesOf(value);
  return sizes === undefined ? JSON.stringify(value) : exactText(sizes);
}

/** All digits that a number can have. */
const fractionDigitsMax = 20;

function numberText(propertyType: string, value: number, currency: string | undefined): string {
  if (propertyType === "percent") return `${formatNumber(value, fractionDigitsMax)}%`;
  return propertyType === "currency" ? formatMoney(value, currency) : formatNumber(value, fractionDigitsMax);
}

function joined(value: unknown, wordOf: (text: string) => string): string {
  const values: readonly unknown[] = Array.isArray(value)
    ? value
    : value === undefined || value === null
      ? []
      : [value];
  return values.map((one) => (typeof one === "string" ? wordOf(one) : JSON.stringify(one))).join(", ");
}

function sizesOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "sizes" in value && Object.keys(value).length === 1
    ? value.sizes
    : undefined;
}

export interface Option {
  readonly value: string;
  readonly display: string;
  readonly color?: string | undefined;
}

/** What the text of a cell may refer to. */
interface CellNames {
  readonly options: readonly Option[];
  /** The ids of names, keys and ids, looked up beforehand; "several" for an ambiguous name. */
  readonly ids: ReadonlyMap<string, string | "several">;
}

/** The value to write, null to clear it; or the error. */
export type CellReading = { readonly value: unknown } | { readonly error: string };

/** Parses a typed or pasted text, by the data type of its column. */
export function readCell(column: GridColumn, text: string, names: CellNames): CellReading {
  const trimmed = text.trim();
  if (trimmed === "") return { value: null };
  const { propertyType, currency } = column.property;
  switch (propertyType) {
    case "string":
    case "text":
      return { value: text };
    case "url":
    case "image":
      return { value: trimmed };
    case "number":
    case "rating":
      return readNumber(trimmed);
    case "percent":
      return readNumber(trimmed.replace(/\s*%$/, ""));
    case "currency":
      return readNumber(withoutCurrency(trimmed, currency));
    case "boolean":
      return readBoolean(trimmed);
    case "date":
      return readDate(trimmed);
    case "datetime":
      return readDatetime(trimmed);
    case "choice":
      return readOption(trimmed, names);
    case "multi_select":
      return readEach(trimmed, (entry) => readOption(entry, names));
    case "object_reference":
      return readId(trimmed, names);
    case "object_ref_list":
    case "user_list":
      return readEach(trimmed, (entry) => readId(entry, names));
    case "image_list":
      return { value: entriesOf(trimmed) };
    case "size_range":
      return { value: { sizes: entriesOf(trimmed) } };
    case "json":
      return readJson(trimmed, column.source === "seen");
    case "formula":
    case "sequence":
      return { error: "is set by the service" };
  }
}

/** The entries of a list in a cell: A, B. */
export function entriesOf(text: string): string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  return entries.filter((entry) => entry !== "");
}

function readNumber(text: string): CellReading {
  const value = parseNumber(text);
  return value === undefined ? { error: `is not a number. Use a format such as ${numberExample()}` } : { value };
}

function withoutCurrency(text: string, code: string | undefined): string {
  const symbols = /^[€$£¥]\s*|\s*[€$£¥]$/g;
  const bare = text.replace(symbols, "");
  return code === undefined ? bare : bare.replace(new RegExp(`^${code}\\s*|\\s*${code}$`, "i"), "");
}

const meanings: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

function readBoolean(text: string): CellReading {
  const value = meanings.get(text.toLowerCase());
  return value === undefined ? { error: "is not yes or no" } : { value };
}

function readDate(text: string): CellReading {
  const value = parseDate(text);
  return value === undefined
    ? { error: `is not a date. Use a format such as ${localizeDate("2026-12-31")}` }
    : { value };
}

/** Without a zone, local time is meant. */
function readDatetime(text: string): CellReading {
  const isTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text);
  const moment = isTime ? new Date(text.replace(" ", "T")) : undefined;
  return moment === undefined || Number.isNaN(moment.getTime())
    ? { error: "is not a time. Use a format such as 2026-12-31 12:00" }
    : { value: moment.toISOString() };
}

function readOption(text: string, { options }: CellNames): CellReading {
  const wanted = text.toLowerCase();
  const option =
    options.find(({ value, display }) => value === text || display === text) ??
    options.find(({ value, display }) => value.toLowerCase() === wanted || display.toLowerCase() === wanted);
  return option === undefined ? { error: "is not one of the options" } : { value: option.value };
}

function readId(text: string, { ids }: CellNames): CellReading {
  const id = ids.get(text);
  if (id === undefined) return { error: "was not found by name, external ID or id" };
  return id === "several" ? { error: "is the name of several entities. Use the external ID" } : { value: id };
}

function readEach(text: string, read: (entry: string) => CellReading): CellReading {
  const values: unknown[] = [];
  for (const entry of entriesOf(text)) {
    const reading = read(entry);
    if ("error" in reading) return { error: `has "${entry}", which ${reading.error}` };
    if (!values.includes(reading.value)) values.push(reading.value);
  }
  return { value: values };
}

/** For an undefined property, what is not JSON is a text. */
function readJson(text: string, isFree: boolean): CellReading {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return isFree ? { value: text } : { error: 'is not valid JSON, such as {"key": "value"}' };
  }
}
