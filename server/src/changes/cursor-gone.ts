import { Problem } from "../platform/problem.ts";
import { encodeCursor, type Position } from "./change-cursor.ts";

const resynchronise =
  "To resynchronise, note a cursor with GET /api/change-history?after=now, read the entities anew (GET /api/items and so on), then go on with after and that cursor";

/** Changes behind the cursor have been forgotten. */
export function changesForgotten(oldest: Position): Problem {
  return cursorGone("Changes behind this cursor are no longer kept.", oldest);
}

/** The log of an older copy that was restored ends before the cursor, or went on otherwise. */
export function notOfThisLog(oldest: Position): Problem {
  return cursorGone("This cursor is of no place in the log: the log was restored from an older copy.", oldest);
}

function cursorGone(reason: string, oldest: Position): Problem {
  const oldestCursor = encodeCursor(oldest);
  const detail = `${reason} ${resynchronise}, or go on from the oldest usable cursor, ${oldestCursor}, and miss what was before it.`;
  return new Problem("cursor-gone", detail, { members: { oldestCursor } });
}
