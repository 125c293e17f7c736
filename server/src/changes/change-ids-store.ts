import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";
import { encodeCursor } from "./change-cursor.ts";

/** A change, as those know it who were told of it in its own transaction. */
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

// A record is stamped by the clock of the database, an event by that of a node.
const clockDriftMs = 3_600_000;

/**
 * The ids that the changes have in the history, in the order asked for; undefined for what has no record. None of them
 * happened before the time given.
 */
export async function findChangeIds(
  db: Database,
  orgId: string,
  keys: readonly ChangeKey[],
  since: Date,
): Promise<(string | undefined)[]> {
  // Looked up one by one by the entity's id: the planner knows nothing of a month that is hours old, and would rather
  // read all changes of the type or of the org. With a limit it cannot.
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
