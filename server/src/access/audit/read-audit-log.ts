import { Readable } from "node:stream";
import type { Database } from "../../platform/database/database.ts";
import { cursorGone, invalidField, unavailable } from "../../platform/errors.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { decodeTextKey, encodeTextKey, invalidPageKey } from "../../platform/lists/page-key.ts";
import { findPseudonyms } from "../erased-user-store.ts";
import type { AuditCriteria } from "./audit-criteria.ts";
import type { AuditRow } from "./audit-entry.ts";
import {
  type AuditRange,
  findAuditHead,
  findNewestEntries,
  findOldestEntries,
  findPersonalValues,
} from "./audit-store.ts";

export interface AuditSearch {
  readonly orgId: string;
  readonly criteria: AuditCriteria;
}

interface AuditPage {
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
    nextPageKey: found.length > limit && last !== undefined ? encodeTextKey(`${until}.${last.sequence}`) : undefined,
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
    throw cursorGone(`${reason} Continue from ${cursorOf(oldest)}, or with after=now.`, cursorOf(oldest));
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
      throw unavailable("The service is shutting down. Continue with after and the id of the last complete line.");
    }
    after = last.sequence;
  }
}

function readPageKey(key: string, end: number): { until: number; before: number } {
  const [until = 0, before = 0] = (decodeTextKey(key, /^\d{1,15}\.\d{1,15}$/) ?? "").split(".").map(Number);
  if (until > end) {
    throw invalidPageKey();
  }
  return { until, before };
}

/** The position after an entry, which is also the entry's id. */
export function cursorOf(sequence: number): string {
  return `A${sequence}`;
}

/** Entries as administrators see them, with the personal values that were not erased. */
export async function presentEntries(db: Database, orgId: string, rows: readonly AuditRow[]) {
  const sequences = rows.map(({ sequence }) => sequence);
  if (sequences.length === 0) {
    return [];
  }
  const range = { first: Math.min(...sequences), last: Math.max(...sequences) };
  const values = new Map(sequences.map((sequence) => [sequence, new Map<string, string>()]));
  for (const { sequence, place, value } of await findPersonalValues(db, orgId, range)) {
    if (value !== null) {
      values.get(sequence)?.set(place, value);
    }
  }
  const actorIds = new Set(rows.flatMap(({ actor_id }) => (actor_id === null ? [] : [actor_id])));
  const pseudonyms = await findPseudonyms(db, orgId, [...actorIds]);
  return rows.map((row) =>
    presentEntry(row, values.get(row.sequence) ?? new Map(), pseudonyms.get(row.actor_id ?? "")),
  );
}

/** With ids and digests only: for receivers that an erasure does not reach. */
export function presentWithoutValues(row: AuditRow) {
  return presentEntry(row, new Map());
}

function presentEntry(row: AuditRow, values: ReadonlyMap<string, string>, pseudonym?: string) {
  return {
    id: cursorOf(row.sequence),
    sequence: row.sequence,
    action: row.action,
    outcome: row.outcome,
    createdOn: row.created_on.toISOString(),
    actor: {
      type: row.actor_type,
      ...(row.actor_id === null ? {} : { id: row.actor_id }),
      ...(pseudonym === undefined ? {} : { name: pseudonym }),
      ...valuesAt("actor", values),
      ...(row.credential_type === null || row.credential_id === null
        ? {}
        : { credential: { type: row.credential_type, id: row.credential_id } }),
    },
    target: {
      type: row.target_type,
      ...(row.target_id === null ? {} : { id: row.target_id }),
      ...valuesAt("target", values),
    },
    origin: { ...valuesAt("origin", values), ...(row.request_id === null ? {} : { requestId: row.request_id }) },
    ...sideOf("before", row.before, values),
    ...sideOf("after", row.after, values),
    digests: row.digests,
    erased: Object.keys(row.digests).filter((place) => !values.has(place)),
    previousHash: row.previous_hash.toString("hex"),
    hash: row.hash.toString("hex"),
  };
}

function valuesAt(part: string, values: ReadonlyMap<string, string>): Record<string, string> {
  const prefix = `${part}.`;
  return Object.fromEntries(
    [...values].flatMap(([place, value]) => (place.startsWith(prefix) ? [[place.slice(prefix.length), value]] : [])),
  );
}

function sideOf(side: "before" | "after", stored: JsonObject | null, values: ReadonlyMap<string, string>) {
  return stored === null ? {} : { [side]: { ...stored, ...valuesAt(side, values) } };
}
