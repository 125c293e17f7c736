import type { LoadConfiguration } from "@weft/contract";
import type { JsonValue } from "../../platform/json-value.ts";
import type { PreparedRow } from "../row.ts";

/** Where the values of one column are. */
export interface ColumnSource {
  readonly name: string;
  /** In the values of a prepared row. */
  readonly slot: number;
  /** In the original cells: which of them a boolean of this column may have been made from. */
  readonly spellings: readonly number[];
}

interface SourceOptions {
  readonly configuration: LoadConfiguration;
  readonly headers: readonly string[];
  /** After preprocessing. */
  readonly columns: readonly string[];
}

/** The columns of a load after preprocessing, and how they hang together with those of the file. */
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

  /** The place among the original cells, for a column that the file itself has. */
  headerSlot(name: string): number | undefined {
    const slot = this.#headers.indexOf(name);
    return slot < 0 ? undefined : slot;
  }

  /** Step 4 gives a column with a property's label its slug, so the cells stand under the label. */
  withLabel(source: ColumnSource, label: string): ColumnSource {
    const slot = this.#headers.findIndex((header) => header.toLowerCase() === label.toLowerCase());
    return slot < 0 ? source : { ...source, spellings: [...source.spellings, slot] };
  }

  #spellingsOf(name: string): number[] {
    const { federatedMappings = {}, conditionalColumns = [] } = this.#configuration;
    const copied = conditionalColumns.filter(({ toProperty }) => toProperty === name).map((one) => one.fromProperty);
    // What is made last counts first.
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

/** A boolean as the file spells it: step 1 has made one of every true and false, also of the name "True". */
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

/** A value as a text; undefined for lists and objects, which are none. */
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
