import type { LoadConfiguration } from "@weft/contract";
import type { JsonValue } from "../../platform/json-value.ts";
import type { PreparedRow } from "../row.ts";

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

/** The original spelling of a boolean: step 1 has converted every true and false, including the name "True". */
export function spellingOf(value: boolean, { spellings }: ColumnSource, { original }: PreparedRow): string {
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
  switch (typeof value) {
    case "string":
      return value.trim();
    case "boolean":
      return spellingOf(value, source, row);
    case "number":
      return String(value);
    default:
      return value === null || value === undefined ? "" : undefined;
  }
}
