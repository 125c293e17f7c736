import type { Database } from "../../platform/database/database.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { AuditRow } from "./audit-entry.ts";
import { findPersonalValues } from "./audit-store.ts";

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
  return rows.map((row) => presentEntry(row, values.get(row.sequence) ?? new Map()));
}

/** With ids and digests only: for receivers that an erasure does not reach. */
export function presentWithoutValues(row: AuditRow) {
  return presentEntry(row, new Map());
}

function presentEntry(row: AuditRow, values: ReadonlyMap<string, string>) {
  return {
    id: cursorOf(row.sequence),
    sequence: row.sequence,
    action: row.action,
    outcome: row.outcome,
    createdOn: row.created_on.toISOString(),
    actor: {
      type: row.actor_type,
      ...(row.actor_id === null ? {} : { id: row.actor_id }),
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
