import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedDatabase } from "../platform/database/database.ts";
import type { SqlStatement } from "../platform/database/sql.ts";
import type { Direction } from "../platform/lists/order.ts";
import type { ChangeRow } from "./change.ts";
import { type ChangeCriteria, entityTypeOfCriteria } from "./change-criteria.ts";
import { earlierOf, isEmptyRange, type LogRange, laterOf, type Position, recordsBetween } from "./change-cursor.ts";
import { conditionOf, findScanEnd, findScanned, type Scan, type ScanIndex } from "./change-scan-store.ts";
import type { ReadableChanges } from "./readable-changes.ts";

/** The org's log to search, the criteria, and what the caller may see. */
export interface ChangeSearch {
  readonly orgId: string;
  readonly criteria: ChangeCriteria;
  readonly readable: ReadableChanges;
}

export interface SearchStep {
  readonly range: LogRange;
  readonly direction: Direction;
  readonly scanMax: number;
  readonly limit: number;
  readonly budget: Budget;
}

export interface Found {
  readonly rows: readonly ChangeRow[];
  /** Set to the last scanned position if the search reached its scan limit before the end of the range. */
  readonly stoppedAt: Position | undefined;
  /** True if the budget had no room for more records. */
  readonly isCut: boolean;
}

/** Searches the log in order. The cost is bounded, however rare the matches are. */
export async function searchLog(db: BoundedDatabase, search: ChangeSearch, step: SearchStep): Promise<Found> {
  const scan = scanOf(search, step.range, step.direction);
  if (isEmptyRange(scan.range)) {
    return { rows: [], stoppedAt: undefined, isCut: false };
  }
  const { rows, isCut } = await findScanned(db, scan, conditionOfSearch(search), step);
  // Sequence numbers have no gaps, so a short range holds few records.
  const isWholeSeen = recordsBetween(step.range.after.sequence, step.range.until.sequence) <= step.scanMax;
  const isFull = isCut || rows.length >= step.limit;
  const stoppedAt = isFull || isWholeSeen ? undefined : await findScanEnd(db, scan, step.scanMax);
  return { rows, stoppedAt, isCut };
}

export function scanOf({ orgId, criteria }: ChangeSearch, range: LogRange, direction: Direction): Scan {
  return { orgId, index: indexOf(criteria), range: withinTimes(range, criteria), direction };
}

export function conditionOfSearch({ criteria, readable }: ChangeSearch): SqlStatement {
  return conditionOf(criteria, readable);
}

/** The last position that can match: the end of the time range, if there is one. */
export function lastPlaceOf({ createdOn }: ChangeCriteria): Position | undefined {
  return createdOn === undefined ? undefined : { stamp: Math.max(createdOn.to, 0), sequence: Number.MAX_SAFE_INTEGER };
}

function withinTimes(range: LogRange, criteria: ChangeCriteria): LogRange {
  const { createdOn } = criteria;
  const last = lastPlaceOf(criteria);
  return {
    after: createdOn === undefined ? range.after : laterOf(range.after, { stamp: createdOn.from, sequence: 0 }),
    until: last === undefined ? range.until : earlierOf(range.until, last),
  };
}

function indexOf(criteria: ChangeCriteria): ScanIndex {
  const { entity } = criteria;
  if (entity !== undefined) {
    return { by: "entity", entityType: entity.entityType, entityId: entity.id };
  }
  const type = entityTypeOfCriteria(criteria);
  return type === undefined ? { by: "log" } : { by: "type", entityType: type };
}
