import { Readable } from "node:stream";
import { invalidField } from "../../errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { Problem } from "../../platform/problem.ts";
import type { AuditCriteria } from "./audit-criteria.ts";
import type { AuditRow } from "./audit-entry.ts";
import { type AuditRange, findNewestEntries, findOldestEntries } from "./audit-search-store.ts";
import { findAuditHead } from "./audit-store.ts";
import { cursorOf, presentEntries } from "./present-audit-entry.ts";

export interface AuditSearch {
  readonly orgId: string;
  readonly criteria: AuditCriteria;
}

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  readonly nextPageKey: string | undefined;
  readonly coveredUntil: number;
}

/** Newest first. Excludes entries appended while pages are read. */
export async function listAuditLog(
  db: Database,
  { orgId, criteria }: AuditSearch,
  { limit, nextPageKey }: { readonly limit: number; readonly nextPageKey: string | undefined },
): Promise<AuditPage> {
  const end = (await findAuditHead(db, orgId))?.last_sequence ?? 0;
  const { until, before } = nextPageKey === undefined ? { until: end, before: end + 1 } : readPageKey(nextPageKey, end);
  const found = await findNewestEntries(db, orgId, criteria, { after: 0, until: before - 1, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows,
    nextPageKey: found.length > limit && last !== undefined ? writePageKey(until, last.sequence) : undefined,
    coveredUntil: until,
  };
}

/** Entries after a position, oldest first. */
export async function followAuditLog(
  db: Database,
  { orgId, criteria }: AuditSearch,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<AuditPage> {
  const range = await findAuditRange(db, orgId, after);
  const rows = await findOldestEntries(db, orgId, criteria, { ...range, limit });
  const last = rows.at(-1);
  const isFull = rows.length === limit && last !== undefined;
  return { rows, nextPageKey: undefined, coveredUntil: isFull ? last.sequence : range.until };
}

/** From the given position to the current end of the log. */
export async function findAuditRange(db: Database, orgId: string, after: string): Promise<AuditRange> {
  const head = await findAuditHead(db, orgId);
  const end = head?.last_sequence ?? 0;
  const oldest = head?.checkpoint_sequence ?? 0;
  if (after === "now" || after === "beginning") {
    return { after: after === "now" ? end : oldest, until: end };
  }
  const [, digits] = /^A(\d{1,15})$/.exec(after) ?? [];
  if (digits === undefined) {
    throw invalidField("after", "after is not a cursor. Send a coveredUntil or the id of an entry, beginning or now.");
  }
  const sequence = Number(digits);
  if (sequence < oldest || sequence > end) {
    const reason =
      sequence < oldest ? "Entries after this cursor have expired." : "The cursor is after the end of the log.";
    throw new Problem("cursor-gone", `${reason} Continue from ${cursorOf(oldest)}, or with after=now.`, {
      members: { oldestCursor: cursorOf(oldest) },
    });
  }
  return { after: sequence, until: end };
}

const exportedAtATime = 1_000;

/** One entry per line, oldest first, with backpressure. */
export function exportAuditLog(db: Database, search: AuditSearch, range: AuditRange, ended: AbortSignal): Readable {
  return Readable.from(writeLines(db, search, range, ended), { objectMode: false });
}

async function* writeLines(
  db: Database,
  { orgId, criteria }: AuditSearch,
  range: AuditRange,
  ended: AbortSignal,
): AsyncGenerator<string> {
  let { after } = range;
  for (;;) {
    const rows = await findOldestEntries(db, orgId, criteria, { after, until: range.until, limit: exportedAtATime });
    const entries = await presentEntries(db, orgId, rows);
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    const last = rows.at(-1);
    if (last === undefined || rows.length < exportedAtATime) {
      return;
    }
    if (ended.aborted) {
      // A stream that just ended would look complete.
      throw new Problem(
        "unavailable",
        "The service is shutting down. Continue with after and the id of the last complete line.",
      );
    }
    after = last.sequence;
  }
}

function writePageKey(until: number, before: number): string {
  return Buffer.from(`${until}.${before}`).toString("base64url");
}

function readPageKey(key: string, end: number): { until: number; before: number } {
  const [, until, before] = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(key, "base64url").toString()) ?? [];
  if (until === undefined || before === undefined || Number(until) > end) {
    throw invalidField("nextPageKey", "Invalid nextPageKey.");
  }
  return { until: Number(until), before: Number(before) };
}
