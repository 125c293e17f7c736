import type { PreparedRow } from "../row.ts";

const rowsWanted = 1_000;
const rowsMax = 2_000;
const charactersMax = 1_048_576;

/**
 * Cuts rows into the batches that are checked and written. The cuts depend on the rows alone, not on how the file is
 * chunked: a node that resumes a load must count the same batches as the node that died. Consecutive rows of one family
 * stay together, so that batches can be written concurrently.
 */
export class BatchCutter {
  readonly #familySlot: number;
  #rows: PreparedRow[] = [];
  #characters = 0;

  constructor(columns: readonly string[]) {
    this.#familySlot = columns.indexOf("itemFamilyFederatedId");
  }

  /** The batches that are complete with these rows. */
  push(rows: readonly PreparedRow[]): PreparedRow[][] {
    const complete: PreparedRow[][] = [];
    for (const row of rows) {
      if (this.#endsBefore(row)) {
        complete.push(this.rest());
      }
      this.#rows.push(row);
      this.#characters += lengthOf(row);
    }
    return complete;
  }

  /** The rows that are left at the end. */
  rest(): PreparedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    return rows;
  }

  #endsBefore(row: PreparedRow): boolean {
    const last = this.#rows.at(-1);
    if (last === undefined || (this.#rows.length < rowsWanted && this.#characters < charactersMax)) {
      return false;
    }
    const isFull = this.#rows.length >= rowsMax || this.#characters >= charactersMax;
    const family = row.values[this.#familySlot];
    return isFull || family === undefined || family !== last.values[this.#familySlot];
  }
}

function lengthOf({ original }: PreparedRow): number {
  let length = 0;
  for (const cell of original) {
    length += cell.length;
  }
  return length;
}
