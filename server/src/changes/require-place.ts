import type { Database } from "../platform/database/database.ts";
import { logBeginning, type Position, type Start } from "./change-cursor.ts";
import { findHorizon, findLogEnd, findRecordAfter } from "./change-history-store.ts";
import { changesForgotten, notOfThisLog } from "./cursor-gone.ts";

/** A place that exists in the log, and where the log ends. */
export interface Place {
  readonly after: Position;
  readonly end: Position;
}

/**
 * The place in the log where a reader begins; with an entity type, a reader of that type. Refused when the log does not
 * reach to it, or no longer.
 */
export async function requirePlace(
  db: Database,
  orgId: string,
  start: Start,
  entityType: string | undefined,
): Promise<Place> {
  const end = await findLogEnd(db, orgId);
  const horizon = await findHorizon(db, orgId, entityType);
  const oldest = horizon ?? logBeginning;
  if (start === "beginning" || start === "now") {
    return { after: start === "now" ? end : oldest, end };
  }
  if (start.sequence < oldest.sequence) {
    throw changesForgotten(oldest);
  }
  if (!(await isOnLog(db, orgId, start, end))) {
    throw notOfThisLog(oldest);
  }
  return { after: start, end };
}

/**
 * The numbers have no gaps and rise with the stamps, so the next record has the next number. In a log that was restored
 * from an older copy and continued from there, it has not.
 */
export async function isOnLog(db: Database, orgId: string, place: Position, end: Position): Promise<boolean> {
  if (place.sequence > end.sequence || place.stamp > end.stamp) {
    return false;
  }
  const next = await findRecordAfter(db, orgId, place);
  if (next?.sequence === place.sequence + 1 || (next === undefined && place.sequence === end.sequence)) {
    return true;
  }
  const forgotten = await findHorizon(db, orgId, undefined);
  return forgotten !== undefined && place.sequence < forgotten.sequence;
}
