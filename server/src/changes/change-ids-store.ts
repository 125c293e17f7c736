import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";
import { encodeCursor } from "./change-cursor.ts";

/** Identifies a change for listeners that were notified of it in its own transaction. */
export interface ChangeKey {
  readonly entityType: string;
  readonly entityId: string;
  readonly version: number;
}

interface Found {
  readonly entity_type: string;
  readonly entity_id: string;
  readonly entity_version: number;
  readonly created_on: Date;
  readonly sequence: number;
}

// The database clock stamps records, a node's clock stamps events.
const clockDriftMs = 3_600_000;

/**
 * The history ids of the changes, in the given order; undefined for a change without a record. None of the changes
 * happened before the given time.
 */
export async function findChangeIds(
  db: Database,
  orgId: string,
  keys: readonly ChangeKey[],
  since: Date,
): Promise<(string | undefined)[]> {
  // Looks up each change by entity id. The planner has no statistics for a month that is hours old and would read all
  // changes of the type or of the org; the limit prevents that.
  const rows = await db.query<Found>(prepared`
    select found.* from unnest(${keys.map(({ entityId }) => entityId)}::text[],
      ${keys.map(({ version }) => version)}::integer[]) as asked (entity_id, entity_version)
    cross join lateral (
      select c.entity_type, c.entity_id, c.entity_version, c.created_on, c.sequence from changes c
      where c.entity_id = asked.entity_id and c.org_id = ${orgId} and c.entity_version = asked.entity_version
        and c.created_on >= ${new Date(since.getTime() - clockDriftMs)}::timestamptz
      limit 10
    ) found`);
  const ids = new Map(
    rows.map((row) => [
      nameOf({ entityType: row.entity_type, entityId: row.entity_id, version: row.entity_version }),
      encodeCursor({ sequence: row.sequence, stamp: row.created_on.getTime() }),
    ]),
  );
  return keys.map((key) => ids.get(nameOf(key)));
}

function nameOf({ entityType, entityId, version }: ChangeKey): string {
  return `${entityType}:${entityId}:${version}`;
}
