import assert from "node:assert";
import { type FileHandle, open } from "node:fs/promises";
import type { StagedMember } from "../../assortments/staged-member-store.ts";
import type { PlannedWrite } from "../../entities/write/open-write.ts";
import type { SerializedRows } from "../../entities/write/persist-store.ts";
import type { ReadSet } from "../../entities/write/state/known-rows.ts";
import { BytePage } from "../../platform/byte-page.ts";
import { writeJsonbList } from "../../platform/database/sql.ts";
import type { PreparedRow } from "../row.ts";
import type { RowDrafts } from "./row-drafts.ts";

/** A batch of valid rows, with everything that is needed to write it. */
export interface SpooledBatch {
  readonly rowCount: number;
  /** The keys of the entities that it touches. */
  readonly keys: readonly string[];
  /** The result of the dry run, if it can be written as it is. */
  readonly dryRunResult: PlannedBatch<Buffer> | undefined;
  /** For planning again if something has changed since. */
  drafts(): readonly RowDrafts[];
}

interface PlannedBatch<List> {
  readonly write: PlannedWrite<List>;
  /** The packed outcome of the batch. */
  readonly outcome: Buffer;
  readonly members: readonly StagedMember[];
}

interface BatchToSpool {
  readonly keys: readonly string[];
  readonly drafts: readonly RowDrafts[];
  readonly dryRunResult: PlannedBatch<SerializedRows> | undefined;
}

/** The part of a batch that is parsed. The rest goes to the database as it is. */
interface Head {
  readonly rowCount: number;
  readonly keys: readonly string[];
  readonly dryRunResult?: {
    readonly typesVersion: number;
    readonly readSet: ReadSet;
    readonly updatedCount: number;
    readonly familiesWithNewTerms: readonly string[];
    readonly changeCount: number;
    readonly members: readonly StagedMember[];
  };
  /** The lengths of drafts, inserted rows, updated rows, taken keys, changes and outcome. */
  readonly lengths: readonly number[];
}

const lengthBytes = 4;
const noReadSet: ReadSet = { changed: [], read: [] };

/**
 * The checked rows of a file, batch by batch, on the node's disk: the second pass writes exactly what the first has
 * checked, without reading the file again. Lost with the node; another node checks the file again.
 */
export class BatchSpool {
  readonly #handle: FileHandle;
  readonly #page = new BytePage();

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async make(path: string): Promise<BatchSpool> {
    return new BatchSpool(await open(path, "w+", 0o600));
  }

  async append({ keys, drafts, dryRunResult }: BatchToSpool): Promise<void> {
    // A batch without changes is never planned again and conflicts with no other.
    const isNothing = dryRunResult?.write.changes.count === 0;
    const kept = isNothing ? [] : drafts.map((draft) => JSON.stringify(draft));
    this.#page.wipe();
    const parts = [(page: BytePage) => page.writeJsonList(kept), ...partsOf(dryRunResult)];
    const head: Head = {
      rowCount: drafts.length,
      keys: isNothing ? [] : keys,
      ...(dryRunResult === undefined ? {} : { dryRunResult: headOf(dryRunResult) }),
      lengths: parts.map((write) => this.#lengthOf(write)),
    };
    const headText = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32LE(headText.length);
    // Writes until everything is written or the disk is full. write and writev may write a part without an error.
    await this.#handle.appendFile(Buffer.concat([length, headText]));
    await this.#handle.appendFile(this.#page.written);
  }

  #lengthOf(write: (page: BytePage) => void): number {
    const before = this.#page.length;
    write(this.#page);
    return this.#page.length - before;
  }

  async *batches(): AsyncGenerator<SpooledBatch> {
    for (let place = 0; place < (await this.#handle.stat()).size; ) {
      const length = await this.#readAt(place, lengthBytes);
      place += lengthBytes;
      const headText = await this.#readAt(place, length.readUInt32LE());
      place += headText.length;
      const head: Head = JSON.parse(headText.toString());
      const body = await this.#readAt(
        place,
        head.lengths.reduce((sum, one) => sum + one, 0),
      );
      place += body.length;
      yield batchOf(head, body);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #readAt(place: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await this.#handle.read(buffer, 0, length, place);
    assert(bytesRead === length, "the spool ends within a batch");
    return buffer;
  }
}

function headOf({ write, members }: PlannedBatch<SerializedRows>): NonNullable<Head["dryRunResult"]> {
  const { typesVersion, rows, changes } = write;
  const readSet = changes.count === 0 ? noReadSet : write.readSet;
  const { updatedCount, familiesWithNewTerms } = rows;
  return { typesVersion, readSet, updatedCount, familiesWithNewTerms, changeCount: changes.count, members };
}

function partsOf(dryRunResult: PlannedBatch<SerializedRows> | undefined): ((page: BytePage) => void)[] {
  if (dryRunResult === undefined) {
    return [];
  }
  const { rows, changes } = dryRunResult.write;
  const lists = [rows.insertedRows, rows.updatedRows, rows.takenKeys, changes.rows];
  return [
    ...lists.map((list) => (page: BytePage) => writeJsonbList(page, list)),
    (page) => page.writeBytes(dryRunResult.outcome),
  ];
}

function batchOf({ rowCount, keys, dryRunResult, lengths }: Head, body: Buffer): SpooledBatch {
  const part = (index: number) => {
    const start = lengths.slice(0, index).reduce((sum, one) => sum + one, 0);
    return body.subarray(start, start + (lengths[index] ?? 0));
  };
  return {
    rowCount,
    keys,
    drafts: () => JSON.parse(part(0).toString()),
    dryRunResult: dryRunResult && {
      write: {
        typesVersion: dryRunResult.typesVersion,
        readSet: dryRunResult.readSet,
        rows: {
          insertedRows: part(1),
          updatedRows: part(2),
          takenKeys: part(3),
          updatedCount: dryRunResult.updatedCount,
          familiesWithNewTerms: dryRunResult.familiesWithNewTerms,
        },
        changes: { count: dryRunResult.changeCount, rows: part(4) },
      },
      outcome: part(5),
      members: dryRunResult.members,
    },
  };
}

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
