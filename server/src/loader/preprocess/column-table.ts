import assert from "node:assert";

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
