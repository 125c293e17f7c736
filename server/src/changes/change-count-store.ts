import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import { type Slice, sliceTable } from "../platform/database/time-slices.ts";
import { everyChange } from "./change-criteria.ts";
import { logBeginning, type Position } from "./change-cursor.ts";
import { conditionOf, countConditionOf, projectOfChange } from "./change-scan-store.ts";
import type { ReadableChanges } from "./readable-changes.ts";

export interface ChangeCount {
  readonly interval: number;
  readonly entity_type: string;
  readonly creates: number;
  readonly updates: number;
  readonly deletes: number;
}

const actionCounts = sql`
  count(*) filter (where action = 'create') as creates, count(*) filter (where action = 'update') as updates,
  count(*) filter (where action = 'delete') as deletes`;

/**
 * Orgs after the given one whose log has uncounted records. Suspended ones wait: the log of an org that is imported is
 * not there yet, although its end is known.
 */
export async function listUncountedOrgs(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ org_id: string }>(prepared`
    /* of all orgs: due work */ select org_id from org_feeds as feed left join change_count_places as place using (org_id)
    where org_id > ${after} and feed.last_sequence > coalesce(place.sequence, 0)
      and org_id not in (select id from orgs where suspended_on is not null)
    order by org_id limit ${limit}`);
  return rows.map(({ org_id }) => org_id);
}

/**
 * The position up to which the log is counted. Locked until the transaction ends, so that only one transaction counts.
 */
export async function lockCountedPlace(tx: Transaction, orgId: string): Promise<Position> {
  await tx.query(prepared`
    insert into change_count_places (org_id, sequence, stamp) values (${orgId}, 0, '2000-01-01Z') on conflict do nothing`);
  const row = oneRow(
    await tx.query<{ sequence: number; stamp: Date }>(prepared`
      select sequence, stamp from change_count_places where org_id = ${orgId} for update`),
  );
  return { sequence: row.sequence, stamp: row.stamp.getTime() };
}

/**
 * Counts the next records, advances the counted position and returns the number of records. The end of the log comes
 * from the same snapshot as the records: fewer than `limit` records mean that everything is counted, including records
 * that were deleted before they were counted.
 */
export async function countNextChanges(
  tx: Transaction,
  orgId: string,
  place: Position,
  limit: number,
): Promise<number> {
  const { count, counts, ...end } = await readNextCounts(tx, orgId, place, limit);
  const reached = count < limit ? [end.last_sequence, end.last_stamp] : [end.sequence, end.stamp];
  await tx.queryAll([
    sql`
      insert into change_counts as known (
        org_id, quarter, entity_type, type_path, project_id, creates, updates, deletes)
      select ${orgId}, quarter, entity_type, type_path, project_id, creates, updates, deletes
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as counted (
        quarter timestamptz, entity_type text, type_path text, project_id text, creates bigint, updates bigint,
        deletes bigint)
      on conflict (org_id, quarter, entity_type, type_path, project_id) do update
      set creates = known.creates + excluded.creates, updates = known.updates + excluded.updates,
        deletes = known.deletes + excluded.deletes`,
    sql`
      update change_count_places set sequence = ${reached[0]}, stamp = ${reached[1]} where org_id = ${orgId}`,
  ]);
  return count;
}

interface NextCounts {
  readonly count: number;
  readonly counts: readonly object[];
  /** Of the last of the records. */
  readonly sequence: number | null;
  readonly stamp: Date | null;
  /** The end of the log. */
  readonly last_sequence: number;
  readonly last_stamp: Date;
}

async function readNextCounts(tx: Transaction, orgId: string, place: Position, limit: number): Promise<NextCounts> {
  const stamp = new Date(place.stamp);
  return oneRow(
    await tx.query<NextCounts>(sql`
      with batch as materialized (
        select created_on, sequence, entity_type, type_path, ${projectOfChange} as project_id, action from changes
        where org_id = ${orgId} and created_on >= ${stamp} and (created_on, sequence) > (${stamp}, ${place.sequence})
        order by created_on, sequence limit ${limit}
      ), counted as (
        select date_bin('15 minutes', created_on, '2000-01-01Z') as quarter, entity_type, type_path,
          coalesce(project_id, '') as project_id, ${actionCounts}
        from batch group by 1, 2, 3, 4
      ), reached as (
        select count(*) as count, max(sequence) as sequence, max(created_on) as stamp from batch
      )
      select reached.*, feed.last_sequence, feed.last_stamp,
        (select coalesce(jsonb_agg(to_jsonb(counted)), '[]') from counted) as counts
      from org_feeds as feed, reached where feed.org_id = ${orgId}`),
  );
}

export async function findCountedPlace(db: Database, orgId: string): Promise<Position> {
  const [row] = await db.query<{ sequence: number; stamp: Date }>(prepared`
    select sequence, stamp from change_count_places where org_id = ${orgId}`);
  return row === undefined ? logBeginning : { sequence: row.sequence, stamp: row.stamp.getTime() };
}

/** The counted part of a range, restricted to what the reader may see. */
export async function sumChangeCounts(
  db: Database,
  orgId: string,
  slices: readonly Slice[],
  readable: ReadableChanges,
): Promise<ChangeCount[]> {
  return db.query<ChangeCount>(sql`
    select interval, counted.* from ${sliceTable(slices)} cross join lateral (
      select entity_type, sum(creates) as creates, sum(updates) as updates, sum(deletes) as deletes
      from change_counts
      where org_id = ${orgId} and quarter >= begins and quarter < ends and ${countConditionOf(readable)}
      group by entity_type
    ) as counted`);
}

/** The same for the records after the counted position. */
export async function countChangesBehind(
  db: Database,
  orgId: string,
  { slices, place }: { readonly slices: readonly Slice[]; readonly place: Position },
  readable: ReadableChanges,
): Promise<ChangeCount[]> {
  const stamp = new Date(place.stamp);
  return db.query<ChangeCount>(sql`
    select interval, counted.* from ${sliceTable(slices)} cross join lateral (
      select entity_type, ${actionCounts}
      from changes
      where org_id = ${orgId} and created_on >= greatest(begins, ${stamp}) and created_on < ends
        and created_on >= ${stamp} and (created_on, sequence) > (${stamp}, ${place.sequence})
        and ${conditionOf(everyChange, readable)}
      group by entity_type
    ) as counted`);
}
