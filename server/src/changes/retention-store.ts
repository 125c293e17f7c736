import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";
import { type ChangeRow, positionOf } from "./change.ts";
import type { Position } from "./change-cursor.ts";

/** Records of one type that are older than a time. */
export interface OldChanges {
  readonly entityType: string;
  readonly before: Date;
}

/** The last of the oldest `limit` records. */
export async function findLastOfOldest(
  db: Database,
  orgId: string,
  { entityType, before }: OldChanges,
  limit: number,
): Promise<Position | undefined> {
  const rows = await db.query<Pick<ChangeRow, "sequence" | "created_on">>(sql`
    select sequence, created_on from (
      select sequence, created_on from changes
      where org_id = ${orgId} and entity_type = ${entityType} and created_on < ${before}
      order by created_on, sequence limit ${limit}
    ) as oldest
    order by created_on desc, sequence desc limit 1`);
  return rows[0] === undefined ? undefined : positionOf(rows[0]);
}

export async function deleteUpTo(tx: Transaction, orgId: string, entityType: string, place: Position): Promise<void> {
  const stamp = new Date(place.stamp);
  await tx.query(sql`
    delete from changes
    where org_id = ${orgId} and entity_type = ${entityType} and created_on <= ${stamp}
      and (created_on, sequence) <= (${stamp}, ${place.sequence})`);
}

export async function moveHorizon(tx: Transaction, orgId: string, entityType: string, place: Position): Promise<void> {
  await tx.query(sql`
    insert into change_horizons (org_id, entity_type, sequence, stamp)
    values (${orgId}, ${entityType}, ${place.sequence}, ${new Date(place.stamp)})
    on conflict (org_id, entity_type) do update set sequence = excluded.sequence, stamp = excluded.stamp
    where change_horizons.sequence < excluded.sequence`);
}

/** Creates the partitions of this month and the next ones. */
export async function makePartitions(tx: Transaction, monthsAhead: number): Promise<void> {
  await tx.query(sql`select make_change_partitions(${monthsAhead}::integer)`);
}

/**
 * Drops one empty partition of a past month and returns its name, if there is one. Only an import writes to past months:
 * each of its chunks updates its progress first, which waits until the transaction ends.
 */
export async function dropAnEmptyPartition(tx: Transaction): Promise<string | undefined> {
  await tx.query(sql`lock table org_imports in share mode`);
  const { name } = oneRow(
    await tx.query<{ name: string | null }>(sql`select drop_an_empty_change_partition() as name`),
  );
  return name ?? undefined;
}
