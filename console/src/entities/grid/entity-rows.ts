import type { AnyEntity } from "../any-entity.ts";

/** One page as the service answers it. */
interface RowsPage {
  readonly results: readonly AnyEntity[];
  readonly nextPageKey?: string | undefined;
  readonly total?: number | undefined;
}

export type ReadPage = (nextPageKey: string | undefined, limit: number) => Promise<RowsPage>;

/** What a row has beside its values. */
export interface RowMarks {
  /** The fields on their way to the service. */
  readonly pending: ReadonlySet<string>;
  /** What the service has refused, by field, until the cell is edited again. */
  readonly errors: ReadonlyMap<string, string>;
}

export interface RowsState {
  /** Those that have been read so far, from the first on. It grows in place. */
  readonly rows: readonly AnyEntity[];
  readonly total: number;
  readonly marks: ReadonlyMap<string, RowMarks>;
  /** Why the next rows could not be read. */
  readonly error: unknown;
}

const pageRows = 200;
/** Whoever jumps far ahead waits for fewer, larger pages. */
const farRows = 1000;

/**
 * The rows of one list, page by page as they are wanted. Pages follow each other by key, so a jump reads all between:
 * nothing repeats or is left out while others write. What somebody has edited shows at once, before it is stored.
 */
export class EntityRows {
  /** Every field that some row has had a value in, with such a value. */
  readonly seen = new Map<string, unknown>();
  /** Where the list was left, so that coming back finds the same place. */
  scrollTop = 0;
  readonly #readPage: ReadPage;
  readonly #rows: AnyEntity[] = [];
  readonly #places = new Map<string, number>();
  /** As the service has them, of the rows that show something else. */
  readonly #stored = new Map<string, AnyEntity>();
  #marks: ReadonlyMap<string, RowMarks> = new Map();
  #nextPageKey: string | undefined;
  #total = 0;
  #wanted = 0;
  #isReading = false;
  #error: unknown;
  #state: RowsState;
  readonly #listeners = new Set<() => void>();

  private constructor(readPage: ReadPage) {
    this.#readPage = readPage;
    this.#state = { rows: this.#rows, total: 0, marks: this.#marks, error: undefined };
  }

  /** Answers when the first page is there. */
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

  /** Reads on until the row of this number is there, or another is wanted, or there are no more. */
  want(row: number): void {
    this.#wanted = row;
    if (!this.#isReading && this.#error === undefined) void this.#readOn();
  }

  /** Tries again after an error. */
  retry(): void {
    this.#error = undefined;
    this.want(this.#wanted);
  }

  /** Answers when the rows up to this number are there, or there are no more. */
  async readTo(row: number): Promise<void> {
    while (this.#rows.length <= row && this.#nextPageKey !== undefined) {
      await this.#readOne(row);
    }
    this.#report();
  }

  /** The entity as the service has it. */
  storedOf(id: string): AnyEntity | undefined {
    const place = this.#places.get(id);
    return this.#stored.get(id) ?? (place === undefined ? undefined : this.#rows[place]);
  }

  /** Shows a value that is on its way. */
  pend(id: string, field: string, value: unknown): void {
    const place = this.#places.get(id);
    const shown = place === undefined ? undefined : this.#rows[place];
    if (place === undefined || shown === undefined) return;
    if (!this.#stored.has(id)) this.#stored.set(id, shown);
    this.#rows[place] = { ...shown, [field]: value ?? undefined };
    const { pending, errors } = this.#marksOf(id);
    this.#mark(id, { pending: new Set([...pending, field]), errors: without(errors, field) });
    this.#report();
  }

  /** The value has arrived, or has been refused and is taken back. */
  settle(id: string, field: string, outcome: { readonly entity?: AnyEntity; readonly error?: string }): void {
    const { pending, errors } = this.#marksOf(id);
    const left = new Set([...pending].filter((one) => one !== field));
    const reported = outcome.error === undefined ? errors : new Map([...errors, [field, outcome.error]]);
    this.#mark(id, { pending: left, errors: reported });
    const stored = outcome.entity ?? this.storedOf(id);
    if (stored !== undefined) this.#show(stored, left);
    this.#report();
  }

  /** Others than this list's own edits have changed these. What is on its way stays in sight. */
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
    // Two may have asked for the same page.
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
    // Others write meanwhile: what has been read is at least there.
    this.#total = nextPageKey === undefined ? this.#rows.length : Math.max(this.#total, this.#rows.length + 1);
  }

  #push(row: AnyEntity): void {
    this.#places.set(row.id, this.#rows.push(row) - 1);
  }

  #marksOf(id: string): RowMarks {
    return this.#marks.get(id) ?? unmarked;
  }

  #mark(id: string, marks: RowMarks): void {
    const next = new Map(this.#marks);
    if (marks.pending.size === 0 && marks.errors.size === 0) {
      next.delete(id);
    } else {
      next.set(id, marks);
    }
    this.#marks = next;
  }

  #report(): void {
    this.#state = { rows: this.#rows, total: this.#total, marks: this.#marks, error: this.#error };
    for (const listener of this.#listeners) listener();
  }
}

const unmarked: RowMarks = { pending: new Set(), errors: new Map() };

function without(errors: ReadonlyMap<string, string>, field: string): ReadonlyMap<string, string> {
  return new Map([...errors].filter(([one]) => one !== field));
}
