import type { AnyEntity } from "../any-entity.ts";

/** One page as the service returns it. Styles may have their options in nested. */
interface RowsPage {
  readonly results: readonly AnyEntity[];
  readonly nextPageKey?: string | undefined;
  readonly total?: number | undefined;
}

export type ReadPage = (nextPageKey: string | undefined, limit: number) => Promise<RowsPage>;

/** A row of a list: an option below its style, or anything else. */
export interface RowEntry {
  readonly id: string;
  /** Of an option. */
  readonly style: RowEntry | undefined;
  /** Of a style in a list that nests options. Replaced when one of them changes. */
  family: Family | undefined;
}

/** The options of a style. */
export interface Family {
  /** Those that match and are loaded. */
  readonly options: readonly RowEntry[];
  /** The number of all options, including those that do not match. */
  readonly optionCount: number;
  /** Whether the style itself matches. */
  readonly isMatch: boolean;
}

/** The rows of one list, loaded page by page. Pages follow each other by key: nothing repeats while others write. */
export class RowList {
  readonly #readPage: ReadPage;
  #entries: RowEntry[] = [];
  readonly #styles = new Map<string, RowEntry>();
  #lines: readonly RowEntry[] = this.#entries;
  #nextPageKey: string | undefined;
  #total: number;
  #isStarted = false;

  /** Until the first page is read, the total is an estimate. */
  constructor(readPage: ReadPage, estimate = 0) {
    this.#readPage = readPage;
    this.#total = estimate;
  }

  get total(): number {
    return this.#total;
  }

  get isComplete(): boolean {
    return this.#isStarted && this.#nextPageKey === undefined;
  }

  /** The loaded rows that are visible, with the options of open styles. */
  get lines(): readonly RowEntry[] {
    return this.#lines;
  }

  /** The row of a style with nested options. */
  styleOf(id: string): RowEntry | undefined {
    return this.#styles.get(id);
  }

  /** The number of loaded rows, without options below styles. */
  get readCount(): number {
    return this.#entries.length;
  }

  /** With those that are not loaded yet. */
  get lineCount(): number {
    return this.#lines.length + this.#total - this.#entries.length;
  }

  /** Reads the next page, and returns its entities with the options among them. */
  async readNext(limit: number): Promise<readonly AnyEntity[]> {
    const key = this.#nextPageKey;
    const count = this.#entries.length;
    const page = await this.#readPage(key, limit);
    // The same page may have been requested twice.
    if (this.#entries.length !== count || this.#nextPageKey !== key) return [];
    const entities: AnyEntity[] = [];
    for (const result of page.results) {
      const entry = entryOf(result, entities);
      this.#entries.push(entry);
      if (entry.family !== undefined) this.#styles.set(entry.id, entry);
    }
    this.#nextPageKey = page.nextPageKey;
    // Others write meanwhile: the total is at least what was read.
    const read = this.#entries.length;
    const total = this.#isStarted ? this.#total : (page.total ?? page.results.length);
    this.#total = page.nextPageKey === undefined ? read : Math.max(total, read + 1);
    this.#isStarted = true;
    return entities;
  }

  /** Makes the visible rows: options are below their style while it is open. */
  layOut(isOpen: (entry: RowEntry) => boolean): void {
    const hasOptions = ({ family }: RowEntry) => family !== undefined && family.options.length > 0;
    const isShown = (entry: RowEntry) => hasOptions(entry) && isOpen(entry);
    this.#lines = this.#entries.some(isShown)
      ? this.#entries.flatMap((entry) => (isShown(entry) ? [entry, ...(entry.family?.options ?? [])] : [entry]))
      : this.#entries;
  }

  remove(ids: ReadonlySet<string>): void {
    const kept = this.#entries.filter(({ id }) => !ids.has(id));
    this.#total = Math.max(kept.length, this.#total - (this.#entries.length - kept.length));
    this.#entries = kept;
    for (const id of ids) this.#styles.delete(id);
    for (const entry of kept) {
      const { family } = entry;
      if (family === undefined) continue;
      const options = family.options.filter(({ id }) => !ids.has(id));
      const gone = family.options.length - options.length;
      if (gone > 0) entry.family = { ...family, options, optionCount: family.optionCount - gone };
    }
  }
}

/** The row of a result. Its entity and those of its options are added to the others. */
function entryOf(result: AnyEntity, entities: AnyEntity[]): RowEntry {
  const { nested } = result;
  if (!isNested(nested)) {
    entities.push(result);
    return { id: result.id, style: undefined, family: undefined };
  }
  const { nested: _replaced, ...entity } = result;
  entities.push({ ...entity, ...systemOf(result) }, ...nested.options);
  const style: RowEntry = { id: result.id, style: undefined, family: undefined };
  style.family = familyOf(style, nested.options, nested);
  return style;
}

export function familyOf(
  style: RowEntry,
  options: readonly AnyEntity[],
  { optionCount, isMatch }: Pick<Family, "optionCount" | "isMatch">,
): Family {
  return { options: options.map(({ id }) => ({ id, style, family: undefined })), optionCount, isMatch };
}

/** The common fields, which the rest type does not include. */
function systemOf({ id, entityType, typePath, createdOn, updatedOn, version }: AnyEntity) {
  return { id, entityType, typePath, createdOn, updatedOn, version };
}

interface Nested {
  readonly options: readonly AnyEntity[];
  readonly optionCount: number;
  readonly isMatch: boolean;
}

function isNested(value: unknown): value is Nested {
  return typeof value === "object" && value !== null && "options" in value && Array.isArray(value.options);
}
