import assert from "node:assert";
import { columnNames } from "../../platform/expressions/names/column-names.ts";
import type { NameInBraces } from "../../platform/expressions/names/name-resolver.ts";
import type { NearestColumn } from "./column-issue.ts";
import type { RowNames } from "./expression-compiler.ts";

/**
 * The columns of a load while its steps are compiled. A column keeps its slot in the row when it is renamed, so
 * renaming costs nothing per row.
 */
export class ColumnTable {
  readonly #names: string[];
  readonly #headers: string[];
  readonly #slots: Map<string, number>;

  constructor(names: readonly string[]) {
    this.#names = [...names];
    this.#headers = [...names];
    this.#slots = new Map(names.map((name, slot) => [name, slot]));
  }

  /** By slot, the current names. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  /** The current names and those before renaming, which an expression may read. */
  get readableNames(): readonly string[] {
    return [...this.#slots.keys()];
  }

  get size(): number {
    return this.#names.length;
  }

  slotOf(name: string): number | undefined {
    return this.#slots.get(name);
  }

  /** The original name, as in the file or the configuration. */
  headerAt(slot: number): string {
    return this.#headers[slot] ?? "";
  }

  rename(slot: number, name: string): void {
    assert(!this.#slots.has(name), `a column is called ${name} already`);
    this.#names[slot] = name;
    this.#slots.set(name, slot);
  }

  add(name: string): number {
    assert(!this.#slots.has(name), `a column is called ${name} already`);
    const slot = this.#names.push(name) - 1;
    this.#headers.push(name);
    this.#slots.set(name, slot);
    return slot;
  }
}

/**
 * The current columns of the table as names in expressions; a renamed column has both its names. The columns before
 * step 5 are prepared once: a file may have thousands, and each definition adds one.
 */
export function rowNames(table: ColumnTable, nearest: NearestColumn): RowNames {
  const before = columnNames(table.readableNames);
  const beforeCount = table.size;
  let made = columnNames([]);
  let preparedCount = beforeCount;
  const prepareMade = () => {
    if (preparedCount !== table.size) made = columnNames(table.names.slice(beforeCount));
    preparedCount = table.size;
    return made;
  };
  return {
    holdsObjects: false,
    has: (name) => table.slotOf(name) !== undefined,
    nameAt: (source, offset) => longer(before.nameAt(source, offset), prepareMade().nameAt(source, offset)),
    // One for the whole load: it bounds the search time of a hostile configuration.
    closest: (name) => nearest.find(name),
    reader: (name) => {
      const slot = table.slotOf(name);
      return slot === undefined ? undefined : (values) => values[slot];
    },
  };
}

function longer(one: NameInBraces | undefined, other: NameInBraces | undefined): NameInBraces | undefined {
  return (other?.end ?? 0) > (one?.end ?? 0) ? other : one;
}
