import type { AnyEntity } from "../any-entity.ts";

/** One page as the service returns it. */
interface RowsPage {
  readonly results: readonly AnyEntity[];
  readonly nextPageKey?: string | undefined;
  readonly total?: number | undefined;
}

export type ReadPage = (nextPageKey: string | undefined, limit: number) => Promise<RowsPage>;

/** The state of a row beside its values. */
export interface RowMarks {
  /** The fields being saved. */
  readonly pending: ReadonlySet<string>;
  /** The rejected fields with their errors, until the cell is edited again. */
  readonly errors: ReadonlyMap<string, string>;
}

export interface RowsState {
  /** The rows read so far, from the first on. It grows in place. */
  readonly rows: readonly AnyEntity[];
  readonly total: number;
  readonly marks: ReadonlyMap<string, RowMarks>;
  /** Why the next rows could not be read. */
  readonly error: unknown;
}

interface PendingCell {
  readonly id: string;
  readonly field: string;
  readonly value: unknown;
}

interface SettledRow {
  readonly id: string;
  readonly fields: readonly string[];
  /** The current entity; undefined if it is not known. */
  readonly entity: AnyEntity | undefined;
  /** Why the values were rejected. */
  readonly error: string | undefined;
}

const pageRows = 200;
/** Scrolling far ahead loads fewer, larger pages. */
const farRows = 1000;

/**
 * The rows of one list, loaded page by page on demand. Pages follow each other by key, so a jump reads all between:
 * nothing repeats or is skipped while others write. Edits are shown at once, before they are stored.
 */
export class EntityRows {
  /** Every field that some row has a value for, with such a value. */
  readonly seen = new Map<string, unknown>();
  /** The scroll position, so that returning restores it. */
  scrollTop = 0;
  readonly #readPage: ReadPage;
  readonly #rows: AnyEntity[] = [];
  readonly #places = new Map<string, number>();
  /** The stored entities of rows that show something else. */
  readonly #stored = new Map<string, AnyEntity>();
  readonly #marks = new Map<string, RowMarks>();
  #nextPageKey: string | undefined;
  #total = 0;
  #wanted = 0;
  #isReading = false;
  #error: unknown;
  #state: RowsState;
  readonly #listeners = new Set<() => void>();

  private constructor(readPage: ReadPage) {
    this.#readPage = readPage;
    this.#state = { rows: this.#rows, total: 0, marks: new Map(), error: undefined };
  }

  /** Resolves when the first page is loaded. */
  static async open(readPage: ReadPage, rowsAtFirst = pageRows): Promise<EntityRows> {
    const rows = new EntityRows(readPage);
    const limit = Math.max(pageRows, Math.min(rowsAtFirst, farRows));
    const page = await readPage(undefined, limit);
    rows.#total = page.total ?? page.results.length;
    rows.#add(page);
    rows.#report();
    return rows;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): RowsState => this.#state;

  /** Loads rows until this one, until another is wanted, or until there are no more. */
  want(row: number): void {
    this.#wanted = row;
    if (!this.#isReading && this.#error === undefined) void this.#readOn();
  }

  /** Retries after an error. */
  retry(): void {
    this.#error = undefined;
    this.want(this.#wanted);
  }

  /** Resolves when the rows up to this one are loaded, or there are no more. */
  async readTo(row: number): Promise<void> {
    while (this.#rows.length <= row && this.#nextPageKey !== undefined) {
      await this.#readOne(row);
    }
    this.#report();
  }

  /** The entity as stored. */
  storedOf(id: string): AnyEntity | undefined {
    const place = this.#places.get(id);
    return this.#stored.get(id) ?? (place === undefined ? undefined : this.#rows[place]);
  }

  /** Shows a value that is being saved. */
  pend(id: string, field: string, value: unknown): void {
    this.pendAll([{ id, field, value }]);
  }

  pendAll(cells: readonly PendingCell[]): void {
    for (const { id, field, value } of cells) {
      const place = this.#places.get(id);
      const shown = place === undefined ? undefined : this.#rows[place];
      if (place === undefined || shown === undefined) continue;
      if (!this.#stored.has(id)) this.#stored.set(id, shown);
      this.#rows[place] = { ...shown, [field]: value ?? undefined };
      const { pending, errors } = this.#marksOf(id);
      this.#mark(id, { pending: new Set([...pending, field]), errors: without(errors, [field]) });
    }
    this.#report();
  }

  /** The value was saved, or rejected and reverted. */
  settle(id: string, field: string, outcome: { readonly entity?: AnyEntity; readonly error?: string }): void {
    this.settleAll([{ id, fields: [field], entity: outcome.entity, error: outcome.error }]);
  }

  settleAll(outcomes: readonly SettledRow[]): void {
    for (const { id, fields, entity, error } of outcomes) {
      if (!this.#places.has(id)) continue;
      const { pending, errors } = this.#marksOf(id);
      const left = new Set([...pending].filter((one) => !fields.includes(one)));
      const reported =
        error === undefined ? errors : new Map([...errors, ...fields.map((one) => [one, error] as const)]);
      this.#mark(id, { pending: left, errors: reported });
      const stored = entity ?? this.storedOf(id);
      if (stored !== undefined) this.#show(stored, left);
    }
    this.#report();
  }

  /** Changed by others than this list's own edits. Values being saved stay visible. */
  replace(entities: readonly AnyEntity[]): void {
    for (const entity of entities) {
      this.#show(entity, this.#marksOf(entity.id).pending);
    }
    this.#report();
  }

  remove(ids: ReadonlySet<string>): void {
    const kept = this.#rows.filter(({ id }) => !ids.has(id));
    this.#total = Math.max(kept.length, this.#total - (this.#rows.length - kept.length));
    this.#rows.length = 0;
    this.#places.clear();
    for (const row of kept) this.#push(row);
    this.#report();
  }

  rowOf(id: string): AnyEntity | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#rows[place];
  }

  #show(stored: AnyEntity, pending: ReadonlySet<string>): void {
    const place = this.#places.get(stored.id);
    const shown = place === undefined ? undefined : this.#rows[place];
    if (place === undefined || shown === undefined) return;
    if (pending.size === 0) {
      this.#stored.delete(stored.id);
      this.#rows[place] = stored;
    } else {
      this.#stored.set(stored.id, stored);
      this.#rows[place] = { ...stored, ...Object.fromEntries([...pending].map((field) => [field, shown[field]])) };
    }
  }

  async #readOn(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#rows.length <= this.#wanted && this.#nextPageKey !== undefined) {
        await this.#readOne(this.#wanted);
        this.#report();
      }
    } catch (error) {
      this.#error = error;
      this.#report();
    } finally {
      this.#isReading = false;
    }
  }

  async #readOne(wanted: number): Promise<void> {
    const key = this.#nextPageKey;
    const page = await this.#readPage(key, wanted - this.#rows.length > farRows ? farRows : pageRows);
    // The same page may have been requested twice.
    if (this.#nextPageKey === key) this.#add(page);
  }

  #add({ results, nextPageKey }: RowsPage): void {
    this.#nextPageKey = nextPageKey;
    for (const row of results) {
      this.#push(row);
      for (const field of Object.keys(row)) {
        if (!this.seen.has(field)) this.seen.set(field, row[field]);
      }
    }
    // Others write meanwhile: the total is at least what was read.
    this.#total = nextPageKey === undefined ? this.#rows.length : Math.max(this.#total, this.#rows.length + 1);
  }

  #push(row: AnyEntity): void {
    this.#places.set(row.id, this.#rows.push(row) - 1);
  }

  #marksOf(id: string): RowMarks {
    return this.#marks.get(id) ?? unmarked;
  }

  #mark(id: string, marks: RowMarks): void {
    if (marks.pending.size === 0 && marks.errors.size === 0) {
      this.#marks.delete(id);
    } else {
      this.#marks.set(id, marks);
    }
  }

  #report(): void {
    this.#state = { rows: this.#rows, total: this.#total, marks: new Map(this.#marks), error: this.#error };
    for (const listener of this.#listeners) listener();
  }
}

const unmarked: RowMarks = { pending: new Set(), errors: new Map() };

function without(errors: ReadonlyMap<string, string>, fields: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...errors].filter(([one]) => !fields.includes(one)));
}
