import type { Database } from "../platform/database/database.ts";
import { logBeginning, type Position, type Start } from "./change-cursor.ts";
import { findHorizon, findLogEnd, findRecordAfter } from "./change-history-store.ts";
import { changesForgotten, notOfThisLog } from "./cursor-gone.ts";

/** A position that exists in the log, and the end of the log. */
export interface Place {
  readonly after: Position;
  readonly end: Position;
}

/**
 * Resolves the position where a reader starts; with an entity type, for a reader of that type. Fails if the log does
 * not reach the position, or no longer has it.
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
 * Sequence numbers have no gaps and rise with the stamps, so the next record has the next number. That fails in a log
 * that was restored from a backup and then diverged.
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
