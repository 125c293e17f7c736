import type { Budget } from "../platform/budgets/budget.ts";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { type ChangeRow, positionOf } from "./change.ts";
import { entityTypeOfCriteria } from "./change-criteria.ts";
import { comparePositions, type LogRange, type Position, type Start } from "./change-cursor.ts";
import { findLogEnd, startSnapshot } from "./change-history-store.ts";
import { forceIndexScans } from "./change-scan-store.ts";
import { type ChangeSearch, searchLog } from "./change-search.ts";
import { LogWatch } from "./log-watch.ts";
import { requirePlace } from "./require-place.ts";

export interface FollowServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
}

export interface FollowRequest {
  readonly after: Start;
  readonly limit: number;
  readonly waitMs: number;
  readonly ended: AbortSignal;
  readonly budget: Budget;
}

/** Records in log order, and the position up to which nothing else matches. */
export interface FollowedPage {
  readonly rows: readonly ChangeRow[];
  readonly coveredUntil: Position;
}

interface ReadPage extends FollowedPage {
  readonly isAtEnd: boolean;
}

// Keeps a poll short however rare the matches are. The next poll continues from there.
const scanMax = 20_000;
// Notifications may be lost, so the log is also polled.
const lookAgainMs = 1_000;

/** Returns the changes after a position, or waits for the next ones if there are none. */
export async function followChanges(
  { db: shared, bus }: FollowServices,
  search: ChangeSearch,
  { after, waitMs, ended, ...page }: FollowRequest,
): Promise<FollowedPage> {
  const deadline = Date.now() + waitMs;
  const watch = new LogWatch(bus, search.orgId);
  // Chosen for each read: a long poll may outlast a move of the organization.
  const read = (from: Start) => readOn(shared.ofOrg(search.orgId), search, from, page);
  try {
    let found = await read(after);
    while (found.rows.length === 0 && found.isAtEnd && Date.now() < deadline && !ended.aborted) {
      await watch.next(Math.min(lookAgainMs, deadline - Date.now()), ended);
      found = await read(found.coveredUntil);
    }
    return found;
  } finally {
    watch.close();
  }
}

/** Reads the end of the log, its horizon and the page in one snapshot, so that no change is missed between them. */
async function readOn(db: PostgresDatabase, search: ChangeSearch, start: Start, size: PageSize): Promise<ReadPage> {
  // Most polls find nothing new. That case costs one query.
  const lastSeen = await findLogEnd(db, search.orgId);
  if (typeof start === "object" && comparePositions(start, lastSeen) === 0) {
    return { rows: [], coveredUntil: lastSeen, isAtEnd: true };
  }
  const read = async (tx: Transaction) => {
    await startSnapshot(tx);
    await forceIndexScans(tx);
    const { after, end } = await requirePlace(tx, search.orgId, start, entityTypeOfCriteria(search.criteria));
    return readRange(tx, search, { after, until: end }, size);
  };
  return size.budget.read(() => db.transaction(read));
}

export interface PageSize {
  readonly limit: number;
  readonly budget: Budget;
}

/** The first records of the range. */
export async function readRange(
  tx: Transaction,
  search: ChangeSearch,
  range: LogRange,
  { limit, budget }: PageSize,
): Promise<ReadPage> {
  if (range.after.sequence === range.until.sequence) {
    return { rows: [], coveredUntil: range.until, isAtEnd: true };
  }
  const found = await searchLog(tx, search, { range, direction: "asc", scanMax, limit, budget });
  const { rows, stoppedAt, isCut } = found;
  const last = rows.at(-1);
  if ((rows.length === limit || isCut) && last !== undefined) {
    return { rows, coveredUntil: positionOf(last), isAtEnd: false };
  }
  return { rows, coveredUntil: stoppedAt ?? range.until, isAtEnd: stoppedAt === undefined };
}
