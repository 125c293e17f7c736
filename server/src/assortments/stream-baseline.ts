import { Readable } from "node:stream";
import type { Caller } from "../access/caller.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedDatabase } from "../platform/database/database.ts";
import { Problem } from "../platform/problem.ts";
import { presentState } from "./publish-history.ts";
import { listBaseline } from "./published-member-store.ts";

export interface BaselineRequest {
  readonly caller: Caller;
  readonly assortmentId: string;
  /** The number of the publish. */
  readonly number: number;
  readonly ended: AbortSignal;
  /** Bounds each page. */
  readonly budget: Budget;
}

const pageMembers = 1_000;
// Small pages stream as fast, and hold less memory while the reader is slow.
const pageBytesMax = 2_097_152;

/** Streams the members as they were published, one line each. Later publishes do not change them. */
export function streamBaseline(db: BoundedDatabase, request: BaselineRequest): Readable {
  return Readable.from(writeLines(db, request), { objectMode: false });
}

async function* writeLines(
  db: BoundedDatabase,
  { caller, assortmentId, number, ended, budget }: BaselineRequest,
): AsyncGenerator<string> {
  budget.limitTo(pageBytesMax);
  for (let afterItemId = ""; ; ) {
    const range = { orgId: caller.org.id, assortmentId, afterItemId, limit: pageMembers };
    budget.rewind(0);
    const { rows, isCut } = await budget.read(() => listBaseline(db, range, number, budget));
    const lines = rows.flatMap((row) => {
      const state = presentState(caller, row);
      return state === undefined ? [] : [`${JSON.stringify({ id: row.member_id, ...state, version: row.version })}\n`];
    });
    yield lines.join("");
    if (ended.aborted) {
      // A stream that simply ended would look complete.
      throw new Problem("unavailable", "The service is shutting down. Read the baseline again.");
    }
    const last = rows.at(-1);
    if (last === undefined || (rows.length < pageMembers && !isCut)) {
      return;
    }
    afterItemId = last.item_id;
  }
}
