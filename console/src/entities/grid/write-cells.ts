import type { AnyEntity } from "../any-entity.ts";
import { isSameJson } from "../same-json.ts";
import type { EntityRows } from "./entity-rows.ts";

/** A cell with its values before and after an edit. */
export interface CellChange {
  readonly id: string;
  readonly title: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface RefusedRow {
  readonly id: string;
  readonly title: string;
  readonly error: string;
}

export interface CellsOutcome {
  /** With the values as stored. */
  readonly written: readonly CellChange[];
  /** Changed by others since: their values are kept. */
  readonly overtaken: readonly CellChange[];
  readonly refused: readonly RefusedRow[];
  readonly entities: readonly AnyEntity[];
}

export interface BatchResult {
  readonly status: number;
  readonly object?: AnyEntity | undefined;
  readonly error: string;
}

export interface CellCalls {
  /** Updates each row on its own, only at its version. Results are in order. */
  readonly update: (
    operations: readonly { readonly id: string; readonly object: Readonly<Record<string, unknown>> }[],
  ) => Promise<readonly BatchResult[]>;
  readonly read: (ids: readonly string[]) => Promise<readonly AnyEntity[]>;
}

/** Others may write between reading and writing again. */
const attemptsMax = 4;

/**
 * Writes many cells at once, each only while it has the value before. The new values are shown at once; what others
 * changed meanwhile is kept. Rows that are not in the list are read, unless they are known.
 */
export async function writeCells(
  rows: EntityRows,
  calls: CellCalls,
  changes: readonly CellChange[],
  known: readonly AnyEntity[] = [],
): Promise<CellsOutcome> {
  rows.pendAll(changes.map(({ id, field, after }) => ({ id, field, value: after })));
  const work = new CellsWork(rows, calls);
  try {
    await work.write(changes, known);
  } finally {
    rows.settleAll(work.settlements(changes));
  }
  return work.outcome();
}

class CellsWork {
  readonly #rows: EntityRows;
  readonly #calls: CellCalls;
  readonly #current = new Map<string, AnyEntity>();
  readonly #written: CellChange[] = [];
  readonly #overtaken: CellChange[] = [];
  readonly #refused = new Map<string, RefusedRow>();
  readonly #stored = new Map<string, AnyEntity>();

  constructor(rows: EntityRows, calls: CellCalls) {
    this.#rows = rows;
    this.#calls = calls;
  }

  async write(changes: readonly CellChange[], known: readonly AnyEntity[]): Promise<void> {
    let left = groupById(changes);
    for (const entity of known) this.#current.set(entity.id, entity);
    for (const id of left.keys()) {
      const stored = this.#rows.storedOf(id);
      if (stored !== undefined) this.#current.set(id, stored);
    }
    for (let attempt = 1; left.size > 0; attempt += 1) {
      await this.#readMissing([...left.keys()]);
      const possible = this.#possibleOf(left);
      if (possible.length === 0) return;
      left = await this.#send(possible, attempt === attemptsMax);
    }
  }

  /** What to show of each row that was meant to change. */
  settlements(changes: readonly CellChange[]) {
    return [...groupById(changes)].map(([id, cells]) => ({
      id,
      fields: cells.map(({ field }) => field),
      entity: this.#stored.get(id) ?? this.#current.get(id),
      error: this.#refused.get(id)?.error,
    }));
  }

  outcome(): CellsOutcome {
    return {
      written: this.#written.map((cell) => ({ ...cell, after: this.#storedValue(cell) })),
      overtaken: this.#overtaken,
      refused: [...this.#refused.values()],
      entities: [...this.#stored.values()],
    };
  }

  /** The service may store a value in another form than it was sent. */
  #storedValue({ id, field, after }: CellChange): unknown {
    const entity = this.#stored.get(id);
    return entity === undefined ? after : (entity[field] ?? null);
  }

  async #readMissing(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.#current.has(id));
    if (missing.length === 0) return;
    for (const entity of await this.#calls.read(missing)) this.#current.set(entity.id, entity);
  }

  /** The cells that still have the value before, by row. */
  #possibleOf(left: ReadonlyMap<string, readonly CellChange[]>): [AnyEntity, readonly CellChange[]][] {
    return [...left].flatMap(([id, cells]): [AnyEntity, readonly CellChange[]][] => {
      const current = this.#current.get(id);
      const [first] = cells;
      if (current === undefined) {
        if (first !== undefined) this.#refused.set(id, { id, title: first.title, error: "It was deleted." });
        return [];
      }
      const isKept = ({ field, before, after }: CellChange) =>
        !isSameJson(current[field], before) && !isSameJson(current[field], after);
      this.#overtaken.push(...cells.filter(isKept));
      const possible = cells.filter((cell) => !isKept(cell));
      return possible.length === 0 ? [] : [[current, possible]];
    });
  }

  /** Returns what was overtaken by another version of its row. */
  async #send(possible: readonly [AnyEntity, readonly CellChange[]][], isLast: boolean) {
    const results = await this.#calls.update(
      possible.map(([{ id, version }, cells]) => ({ id, object: { version, ...fieldsOf(cells) } })),
    );
    const again = new Map<string, readonly CellChange[]>();
    for (const [index, [{ id }, cells]] of possible.entries()) {
      const result = results[index] ?? { status: 0, error: "No result." };
      this.#current.delete(id);
      if (result.status === 412 && !isLast) again.set(id, cells);
      else this.#keep(id, cells, result);
    }
    // A long response omits the entities at its end.
    const unseen = [...new Set(this.#written.map(({ id }) => id))].filter((id) => !this.#stored.has(id));
    for (const entity of unseen.length === 0 ? [] : await this.#calls.read(unseen)) this.#stored.set(entity.id, entity);
    return again;
  }

  #keep(id: string, cells: readonly CellChange[], { status, object, error }: BatchResult): void {
    if (status >= 200 && status < 300) {
      this.#written.push(...cells);
      if (object !== undefined) this.#stored.set(id, object);
    } else {
      this.#refused.set(id, { id, title: cells[0]?.title ?? id, error });
    }
  }
}

function groupById(changes: readonly CellChange[]): Map<string, readonly CellChange[]> {
  const groups = new Map<string, CellChange[]>();
  for (const change of changes) {
    const group = groups.get(change.id);
    if (group === undefined) groups.set(change.id, [change]);
    else group.push(change);
  }
  return groups;
}

function fieldsOf(cells: readonly CellChange[]): Record<string, unknown> {
  return Object.fromEntries(cells.map(({ field, after }) => [field, after ?? null]));
}
