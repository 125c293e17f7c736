import type { Database } from "../platform/database/database.ts";
import { cursorGone } from "../platform/errors.ts";
import type { Problem } from "../platform/problem.ts";
import { encodeCursor, epochOf, logBeginning, type Position, recordsBetween, type Start } from "./change-cursor.ts";
import { countPurged, findHorizon, findLogEnd, findRecordAfter } from "./change-history-store.ts";
import { isBeyondFork } from "./feed-epoch-store.ts";

/** A position that exists in the log, and the end of the log. */
interface Place {
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
    throw changesExpired(oldest);
  }
  if (!(await isOnLog(db, orgId, start, end))) {
    throw notOfThisLog(oldest);
  }
  return { after: start, end };
}

/**
 * Sequence numbers rise with the stamps and have no gaps but purged records, so the next record has the next number that
 * was not purged. That fails in a log that was restored from a backup and then diverged.
 */
export async function isOnLog(db: Database, orgId: string, place: Position, end: Position): Promise<boolean> {
  if (place.sequence > end.sequence || place.stamp > end.stamp) {
    return false;
  }
  if (epochOf(place.sequence) < epochOf(end.sequence) && (await isBeyondFork(db, orgId, place))) {
    return false;
  }
  const next = (await findRecordAfter(db, orgId, place))?.sequence ?? end.sequence + 1;
  const missing = recordsBetween(place.sequence, next) - 1;
  if (missing === 0 || (await countPurged(db, orgId, { after: place.sequence, before: next })) === missing) {
    return true;
  }
  const horizon = await findHorizon(db, orgId, undefined);
  return horizon !== undefined && place.sequence < horizon.sequence;
}

const resynchronise =
  "To resynchronize, get a cursor from GET /api/change-history?after=now, read the entities again (GET /api/items and so on), then continue with after and that cursor";

/** Changes after the cursor were deleted. */
export function changesExpired(oldest: Position): Problem {
  return unavailableAfter("Changes after this cursor are no longer available.", oldest);
}

/** The log was restored from a backup or failed over, and ends before the cursor or diverged from it. */
export function notOfThisLog(oldest: Position): Problem {
  return unavailableAfter(
    "This cursor is not in the log: its changes were lost in a failover, or the log was restored from an older copy.",
    oldest,
  );
}

function unavailableAfter(reason: string, oldest: Position): Problem {
  const oldestCursor = encodeCursor(oldest);
  const detail = `${reason} ${resynchronise}, or continue from the oldest available cursor, ${oldestCursor}, and miss the changes before it.`;
  return cursorGone(detail, oldestCursor);
}
