import { Readable } from "node:stream";
import type { Budget } from "../platform/budgets/budget.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { ReadingDatabase } from "../platform/database/replica-reads.ts";
import { unavailable } from "../platform/errors.ts";
import type { ChangeRow } from "./change.ts";
import { entityTypeOfCriteria } from "./change-criteria.ts";
import { type LogRange, logBeginning, type Position, type Start } from "./change-cursor.ts";
import { findLogEnd, startSnapshot } from "./change-history-store.ts";
import { forceIndexScans } from "./change-scan-store.ts";
import type { ChangeSearch } from "./change-search.ts";
import { readRange } from "./follow-changes.ts";
import { requirePlace } from "./require-place.ts";

export interface ExportRequest {
  /** Default: all retained changes. */
  readonly after: Start | undefined;
  readonly present: (rows: readonly ChangeRow[]) => Promise<readonly object[]>;
  readonly ended: AbortSignal;
  /** Bounds each page. */
  readonly budget: Budget;
}

export interface ChangeExport {
  readonly stream: Readable;
  readonly coveredUntil: Position;
}

const pageRecords = 1_000;
// Small pages stream as fast, and hold less memory while the reader is slow.
const pageBytesMax = 2_097_152;

/** Exports all matches up to the current end of the log, one line per record, with one page in memory at a time. */
export async function exportChanges(
  db: ReadingDatabase,
  search: ChangeSearch,
  request: ExportRequest,
): Promise<ChangeExport> {
  const range = await findRange(db, search, request.after);
  const stream = Readable.from(writeLines(db, search, range, request), { objectMode: false });
  return { stream, coveredUntil: range.until };
}

async function findRange(db: ReadingDatabase, search: ChangeSearch, after: Start | undefined): Promise<LogRange> {
  if (after === undefined) {
    return { after: logBeginning, until: await findLogEnd(db, search.orgId) };
  }
  const place = await requirePlace(db, search.orgId, after, entityTypeOfCriteria(search.criteria));
  return { after: place.after, until: place.end };
}

/** Paced by the reader: the stream requests one page after another and stops when the reader disconnects. */
async function* writeLines(
  db: ReadingDatabase,
  search: ChangeSearch,
  range: LogRange,
  { present, ended, budget }: ExportRequest,
): AsyncGenerator<string> {
  budget.limitTo(pageBytesMax);
  let after = range.after;
  for (let isAtEnd = false; !isAtEnd; ) {
    const read = async (tx: Transaction) => {
      await startSnapshot(tx);
      await forceIndexScans(tx);
      return readRange(tx, search, { after, until: range.until }, { limit: pageRecords, budget });
    };
    budget.rewind(0);
    const page = await budget.read(() => db.transaction(read));
    const records = await present(page.rows);
    yield records.map((record) => `${JSON.stringify(record)}\n`).join("");
    if (ended.aborted) {
      // A stream that simply ended would look complete.
      throw unavailable("The service is shutting down. Continue with after and the id of the last complete line.");
    }
    after = page.coveredUntil;
    isAtEnd = page.isAtEnd;
  }
}
