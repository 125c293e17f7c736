import { Problem } from "../platform/problem.ts";
import { encodeCursor, type Position } from "./change-cursor.ts";

const resynchronise =
  "To resynchronize, get a cursor from GET /api/change-history?after=now, read the entities again (GET /api/items and so on), then continue with after and that cursor";

/** Changes after the cursor were deleted. */
export function changesForgotten(oldest: Position): Problem {
  return cursorGone("Changes after this cursor are no longer available.", oldest);
}

/** The log was restored from a backup and ends before the cursor, or diverged from it. */
export function notOfThisLog(oldest: Position): Problem {
  return cursorGone("This cursor is not in the log: the log was restored from an older copy.", oldest);
}

function cursorGone(reason: string, oldest: Position): Problem {
  const oldestCursor = encodeCursor(oldest);
  const detail = `${reason} ${resynchronise}, or continue from the oldest available cursor, ${oldestCursor}, and miss the changes before it.`;
  return new Problem("cursor-gone", detail, { members: { oldestCursor } });
}
