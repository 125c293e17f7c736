import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow } from "../platform/database/one-row.ts";
import { prepared, sql } from "../platform/database/sql.ts";
import type { Position } from "./change-cursor.ts";
import { type ChangeRow, positionOf } from "./change-row.ts";

/** All later reads of the transaction see one snapshot. */
export async function startSnapshot(tx: Transaction): Promise<void> {
  await tx.query(sql`set transaction isolation level repeatable read, read only`);
}

export async function findRecordAfter(db: Database, orgId: string, place: Position): Promise<Position | undefined> {
  const stamp = new Date(place.stamp);
  const rows = await db.query<Pick<ChangeRow, "sequence" | "created_on">>(sql`
    select sequence, created_on from changes
    where org_id = ${orgId} and created_on >= ${stamp} and (created_on, sequence) > (${stamp}, ${place.sequence})
    order by created_on, sequence limit 1`);
  return rows[0] === undefined ? undefined : positionOf(rows[0]);
}

export async function findRecordUpTo(db: Database, orgId: string, place: Position): Promise<Position | undefined> {
  const stamp = new Date(place.stamp);
  const rows = await db.query<Pick<ChangeRow, "sequence" | "created_on">>(sql`
    select sequence, created_on from changes
    where org_id = ${orgId} and created_on <= ${stamp} and (created_on, sequence) <= (${stamp}, ${place.sequence})
    order by created_on desc, sequence desc limit 1`);
  return rows[0] === undefined ? undefined : positionOf(rows[0]);
}

/** The end of the log. For an empty log, the position before every change. */
export async function findLogEnd(db: Database, orgId: string): Promise<Position> {
  const row = oneRow(
    await db.query<{ last_sequence: number; last_stamp: Date }>(prepared`
      select coalesce(max(last_sequence), 0) as last_sequence, coalesce(max(last_stamp), '2000-01-01Z') as last_stamp
      from org_feeds where org_id = ${orgId}`),
  );
  return { sequence: row.last_sequence, stamp: row.last_stamp.getTime() };
}

/** The position up to which records of the type were deleted. Without a type, records of any type. */
export async function findHorizon(
  db: Database,
  orgId: string,
  entityType: string | undefined,
): Promise<Position | undefined> {
  const rows = await db.query<{ sequence: number; stamp: Date }>(prepared`
    select sequence, stamp from change_horizons
    where org_id = ${orgId} and (entity_type = ${entityType ?? null}::text or ${entityType ?? null}::text is null)
    order by sequence desc limit 1`);
  return rows[0] === undefined ? undefined : { sequence: rows[0].sequence, stamp: rows[0].stamp.getTime() };
}
