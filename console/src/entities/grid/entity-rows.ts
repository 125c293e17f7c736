import type { AnyEntity } from "../any-entity.ts";
import { Expansion } from "./expansion.ts";
import { type GridLine, LineMaker } from "./grid-line.ts";
import { familyOf, type ReadPage, type RowList } from "./row-list.ts";
import { RowSections, type RowsSource } from "./row-sections.ts";
import { type PendingCell, type RowMarks, RowStore, type SettledRow } from "./row-store.ts";

export interface RowsState {
  /** The loaded rows that are visible, in order. */
  readonly rows: readonly AnyEntity[];
  /** The number of rows in the list. Options below their style do not count. */
  readonly total: number;
  /** The number of lines of the grid: rows, open options and the headers of groups. */
  readonly lineCount: number;
  /** How many of the total are loaded. */
  readonly readCount: number;
  /** The number of visible rows that are loaded, with the options of open styles. */
  readonly loadedCount: number;
  readonly marks: ReadonlyMap<string, RowMarks>;
  /** Why the next rows could not be read. */
  readonly error: unknown;
}

const pageRows = 200;
/** Scrolling far ahead loads fewer, larger pages. */
const farRows = 1000;

/** The rows of a list, in groups or not, loaded on demand: a jump reads all between. Edits are shown at once. */
export class EntityRows {
  readonly source: RowsSource;
  /** The scroll position, so that returning restores it. */
  scrollTop: number;
  /** The lists of the groups, in order. The columns of a board read them each on their own. */
  readonly lists: readonly RowList[];
  readonly #expansion: Expansion;
  readonly #store = new RowStore();
  readonly #sections: RowSections;
  readonly #lines: LineMaker;
  #removed = 0;
  #wanted = { first: 0, last: 0 };
  #isReading = false;
  #error: unknown;
  #state: RowsState;
  readonly #listeners = new Set<() => void>();

  private constructor(source: RowsSource, before: EntityRows | undefined) {
    this.source = source;
    const isFolded = source.isFolded === true;
    this.#expansion = before === undefined ? new Expansion(isFolded) : new Expansion(isFolded, before.#expansion);
    this.#expansion.offer(source.sections.flatMap(({ group }) => group ?? []));
    this.#sections = new RowSections(source.sections, this.#expansion);
    this.lists = this.#sections.lists;
    this.#lines = new LineMaker(this.#store, this.#expansion);
    this.scrollTop = before?.scrollTop ?? 0;
    this.#state = this.#stateNow();
  }

  /** Resolves when the first page is loaded. A list that is read again keeps what is open, and its scroll position. */
  static async open(source: ReadPage | RowsSource, before?: EntityRows): Promise<EntityRows> {
    const rows = new EntityRows(typeof source === "function" ? { sections: [{ readPage: source }] } : source, before);
    const limit = Math.max(pageRows, Math.min(before?.state().loadedCount ?? 0, farRows));
    const list = rows.#sections.firstOpen();
    if (list !== undefined) rows.#store.add(await list.readNext(limit));
    rows.#change();
    return rows;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): RowsState => this.#state;

  /** Every field that some row has a value for, with such a value. */
  get seen(): ReadonlyMap<string, unknown> {
    return this.#store.seen;
  }

  get hasCompleteness(): boolean {
    return this.source.hasCompleteness === true;
  }

  /** The first line with this entity; -1 if it is not visible. */
  lineOf(id: string): number {
    return this.#sections.lineOf(id);
  }

  /** Undefined while the line is not loaded. */
  lineAt(line: number): GridLine | undefined {
    const found = this.#sections.lineAt(line);
    return found === undefined ? undefined : this.#lines.lineOf(found);
  }

  /** The entity on a line; undefined for the header of a group, and while it is not loaded. */
  rowAt(line: number): AnyEntity | undefined {
    const found = this.lineAt(line);
    return found?.kind === "row" ? found.row : undefined;
  }

  /** The loaded entities on these lines. */
  rowsBetween(first: number, last: number): readonly AnyEntity[] {
    const rows: AnyEntity[] = [];
    for (let line = first; line <= Math.min(last, this.#sections.lineCount - 1); line += 1) {
      const row = this.rowAt(line);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  isLoaded(first: number, last: number): boolean {
    return this.#sections.missingIn(first, last) === undefined;
  }

  /** Loads lines until the last of these, until others are wanted, or until there are no more. */
  want(last: number, first = last): void {
    this.#wanted = { first, last };
    if (!this.#isReading && this.#error === undefined) void this.#readOn();
  }

  /** Retries after an error. */
  retry(): void {
    this.#error = undefined;
    this.want(this.#wanted.last, this.#wanted.first);
  }

  /** Resolves with the entities on these lines when they are loaded, or there are no more. */
  async readBetween(first: number, last: number): Promise<readonly AnyEntity[]> {
    while (await this.#readOne(first, last));
    return this.rowsBetween(first, last);
  }

  /** Reads one list until so many of its rows are loaded, or all. */
  async readList(list: RowList, count: number): Promise<void> {
    while (!list.isComplete && list.readCount < count) {
      this.#store.add(await list.readNext(pageRows));
      this.#change();
    }
  }

  /** Resolves with so many entities from a line on, or all there are. The headers of groups do not count. */
  async readFrom(first: number, count: number): Promise<readonly AnyEntity[]> {
    let last = first + count - 1;
    let rows = await this.readBetween(first, last);
    while (rows.length < count && last < this.#sections.lineCount - 1) {
      last += count - rows.length;
      rows = await this.readBetween(first, last);
    }
    return rows;
  }

  /** Opens or closes the style or the group on a line. */
  setOpen(line: number, isOpen: boolean): void {
    const found = this.lineAt(line);
    if (found?.kind === "group") this.#expansion.setGroup(found.group.key, isOpen);
    if (found?.kind === "row") this.#expansion.set(found.row.id, isOpen);
    this.#change();
  }

  setAllOpen(what: "styles" | "groups", isOpen: boolean): void {
    this.#expansion.setAll(what, isOpen);
    this.#change();
  }

  /** Shows all options of a style, also those that do not match. */
  async showOptions(styleId: string): Promise<void> {
    const options = (await this.source.readOptions?.(styleId)) ?? [];
    this.#store.add(options);
    for (const entry of this.#sections.stylesOf(styleId)) {
      const isMatch = entry.family?.isMatch ?? true;
      entry.family = familyOf(entry, options, { optionCount: options.length, isMatch });
    }
    this.#expansion.set(styleId, true);
    this.#change();
  }

  /** Those of these styles that have options among the loaded rows. */
  stylesWithOptions(styleIds: ReadonlySet<string>): readonly string[] {
    const nested = [...styleIds].filter((id) =>
      this.#sections.stylesOf(id).some(({ family }) => (family?.options.length ?? 0) > 0),
    );
    const flat = this.#state.rows.flatMap(({ id, itemFamilyId }) =>
      typeof itemFamilyId === "string" && itemFamilyId !== id && styleIds.has(itemFamilyId) ? [itemFamilyId] : [],
    );
    return [...new Set([...nested, ...flat])];
  }

  /** The entity as stored. */
  storedOf(id: string): AnyEntity | undefined {
    return this.#store.storedOf(id);
  }

  readonly rowOf = (id: string): AnyEntity | undefined => this.#store.get(id);

  /** Shows a value that is being saved. */
  pend(id: string, field: string, value: unknown): void {
    this.pendAll([{ id, field, value }]);
  }

  pendAll(cells: readonly PendingCell[]): void {
    this.#store.pend(cells);
    this.#renew(cells);
    this.#report();
  }

  /** The value was saved, or rejected and reverted. */
  settle(id: string, field: string, outcome: { readonly entity?: AnyEntity; readonly error?: string }): void {
    this.settleAll([{ id, fields: [field], entity: outcome.entity, error: outcome.error }]);
  }

  settleAll(outcomes: readonly SettledRow[]): void {
    this.#store.settle(outcomes);
    this.#renew(outcomes);
    this.#report();
  }

  /** Changed by others than this list's own edits. Values being saved stay visible. */
  replace(entities: readonly AnyEntity[]): void {
    this.#store.replace(entities);
    this.#renew(entities);
    this.#report();
  }

  remove(ids: ReadonlySet<string>): void {
    const before = this.#sections.total;
    for (const list of this.#sections.lists) list.remove(ids);
    this.#removed += before - this.#sections.total;
    this.#store.delete(ids);
    this.#change();
  }

  /** The row of a style shows its options: it is rendered again when one of them changes. */
  #renew(changed: readonly { readonly id: string }[]): void {
    const styleIds = new Set(changed.flatMap(({ id }) => this.#store.get(id)?.["itemFamilyId"] ?? []));
    for (const styleId of styleIds) {
      for (const entry of this.#sections.stylesOf(String(styleId))) entry.family = entry.family && { ...entry.family };
    }
  }

  async #readOn(): Promise<void> {
    this.#isReading = true;
    try {
      while (await this.#readOne(this.#wanted.first, this.#wanted.last));
    } catch (error) {
      this.#error = error;
      this.#report();
    } finally {
      this.#isReading = false;
    }
  }

  /** Reads a page for these lines; false if all of them are loaded. */
  async #readOne(first: number, last: number): Promise<boolean> {
    const found = this.#sections.missingIn(first, last);
    if (found === undefined) return false;
    this.#store.add(await found.list.readNext(found.missing > farRows ? farRows : pageRows));
    this.#change();
    return true;
  }

  /** The lines may be others than before. */
  #change(): void {
    this.#sections.layOut();
    this.#report();
  }

  #report(): void {
    this.#state = this.#stateNow();
    for (const listener of this.#listeners) listener();
  }

  #stateNow(): RowsState {
    const { total } = this.source;
    let rows: readonly AnyEntity[] | undefined;
    const read = () => this.#sections.rows().flatMap(({ id }) => this.#store.get(id) ?? []);
    return {
      // Few ask for them, and there may be very many.
      get rows() {
        rows ??= read();
        return rows;
      },
      total: total === undefined ? this.#sections.total : Math.max(0, total - this.#removed),
      lineCount: this.#sections.lineCount,
      readCount: this.#sections.readCount,
      loadedCount: this.#sections.loadedCount,
      marks: this.#store.marks(),
      error: this.#error,
    };
  }
}
