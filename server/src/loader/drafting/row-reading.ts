import type { LoadConfiguration } from "@weft/contract";
import type { JsonValue } from "../../platform/json-value.ts";
import type { IssueSink, LoadIssue } from "../load-issue.ts";
import type { PreparedRow } from "../row.ts";

/** By required type path (or "user", "file"), the ids of entities that cells name by federatedId, id or email. */
export type IdsOfNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

type RowIssue = Omit<LoadIssue, "rowNumber" | "severity">;

/** One row while it is parsed: the ids that it may look up, and its issues. */
export class RowReading {
  readonly row: PreparedRow;
  readonly idsOfNames: IdsOfNames;
  hasFailed = false;
  readonly #issues: IssueSink;
  #last: RowIssue | undefined;

  constructor(row: PreparedRow, idsOfNames: IdsOfNames, issues: IssueSink) {
    this.row = row;
    this.idsOfNames = idsOfNames;
    this.#issues = issues;
  }

  fail(issue: RowIssue): void {
    this.hasFailed = true;
    this.#add(issue, "error");
  }

  warn(issue: RowIssue): void {
    this.#add(issue, "warning");
  }

  /** A cell that is used by an item and its project item is reported once. */
  #add(issue: RowIssue, severity: LoadIssue["severity"]): void {
    const isRepeated = this.#last?.columnName === issue.columnName && this.#last?.message === issue.message;
    this.#last = issue;
    if (!isRepeated) {
      this.#issues.add({ rowNumber: this.row.number, severity, ...issue });
    }
  }
}

/** Parses a value of a column: the value to set, null to clear the property, undefined to keep its value. */
export type Read = (value: JsonValue, reading: RowReading) => JsonValue;

/** How the file writes numbers and dates. */
export type CellFormats = Pick<LoadConfiguration, "numberFormat" | "dateFormat">;

/** Where the values of one column are. */
export interface ColumnSource {
  readonly name: string;
  /** Index into the values of a prepared row. */
  readonly slot: number;
  /** Indexes into the original cells from which a boolean of this column may have been parsed. */
  readonly spellings: readonly number[];
}

interface SourceOptions {
  readonly configuration: LoadConfiguration;
  readonly headers: readonly string[];
  /** After preprocessing. */
  readonly columns: readonly string[];
}

/** The columns of a load after preprocessing, and their relation to the columns of the file. */
export class ColumnSources {
  readonly all: readonly ColumnSource[];
  readonly #byName: ReadonlyMap<string, ColumnSource>;
  readonly #headers: readonly string[];
  readonly #configuration: LoadConfiguration;

  constructor({ configuration, headers, columns }: SourceOptions) {
    this.#headers = headers;
    this.#configuration = configuration;
    this.all = columns.map((name, slot) => ({ name, slot, spellings: this.#spellingsOf(name) }));
    this.#byName = new Map(this.all.map((source) => [source.name, source]));
  }

  get formats(): CellFormats {
    const { numberFormat, dateFormat } = this.#configuration;
    return { numberFormat, dateFormat };
  }

  named(name: string): ColumnSource | undefined {
    return this.#byName.get(name);
  }

  /** The index of the original cell, for a column of the file itself. */
  headerSlot(name: string): number | undefined {
    const slot = this.#headers.indexOf(name);
    return slot < 0 ? undefined : slot;
  }

  /** Step 4 renames a column with a property's label to its slug, so the original cells are under the label. */
  withLabel(source: ColumnSource, label: string): ColumnSource {
    const slot = this.#headers.findIndex((header) => header.toLowerCase() === label.toLowerCase());
    return slot < 0 ? source : { ...source, spellings: [...source.spellings, slot] };
  }

  #spellingsOf(name: string): number[] {
    const { federatedMappings = {}, conditionalColumns = [] } = this.#configuration;
    const copied = conditionalColumns.filter(({ toProperty }) => toProperty === name).map((one) => one.fromProperty);
    // The last source has priority.
    const names = [
      ...copied.reverse(),
      name,
      Object.hasOwn(federatedMappings, name) ? federatedMappings[name] : undefined,
    ];
    return names
      .map((header) => (header === undefined ? -1 : this.#headers.indexOf(header)))
      .filter((slot) => slot >= 0);
  }
}

/**
 * A value as it was written. Cells are trimmed when they are read; results of expressions are not. A boolean has its
 * original spelling again.
 */
export function asWritten(value: JsonValue, source: ColumnSource, row: PreparedRow): JsonValue {
  switch (typeof value) {
    case "string":
      return value.trim();
    case "boolean":
      return spellingOf(value, source, row);
    default:
      return value;
  }
}

/** The original spelling of a boolean: step 1 has converted every true and false, including the name "True". */
function spellingOf(value: boolean, { spellings }: ColumnSource, { original }: PreparedRow): string {
  const text = String(value);
  for (const slot of spellings) {
    const cell = original[slot];
    if (cell !== undefined && cell.toLowerCase() === text) {
      return cell;
    }
  }
  return text;
}

/** A value as text; undefined for lists and objects. */
export function textOfValue(value: JsonValue, source: ColumnSource, row: PreparedRow): string | undefined {
  const written = asWritten(value, source, row);
  switch (typeof written) {
    case "string":
      return written;
    case "number":
      return String(written);
    default:
      return written === null || written === undefined ? "" : undefined;
  }
}
