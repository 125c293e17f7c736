import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow } from "../platform/database/one-row.ts";
import { sql } from "../platform/database/sql.ts";
import type { Position } from "./change-cursor.ts";

export interface ChangeConsumerRow {
  readonly name: string;
  readonly sequence: number;
  readonly stamp: Date;
  readonly updated_on: Date;
  readonly updated_by_id: string | null;
}

export async function listChangeConsumers(
  db: Database,
  orgId: string,
  after: string,
  limit: number,
): Promise<ChangeConsumerRow[]> {
  return db.query<ChangeConsumerRow>(sql`
    select * from change_consumers where org_id = ${orgId} and name > ${after} order by name limit ${limit}`);
}

export async function findChangeConsumer(
  db: Database,
  orgId: string,
  name: string,
): Promise<ChangeConsumerRow | undefined> {
  const rows = await db.query<ChangeConsumerRow>(sql`
    select * from change_consumers where org_id = ${orgId} and name = ${name}`);
  return rows[0];
}

export async function saveChangeConsumer(
  tx: Transaction,
  orgId: string,
  consumer: { readonly name: string; readonly place: Position; readonly updatedById: string },
): Promise<ChangeConsumerRow> {
  const { name, place, updatedById } = consumer;
  const rows = await tx.query<ChangeConsumerRow>(sql`
    insert into change_consumers (org_id, name, sequence, stamp, updated_by_id)
    values (${orgId}, ${name}, ${place.sequence}, ${new Date(place.stamp)}, ${updatedById})
    on conflict (org_id, name) do update
    set sequence = excluded.sequence, stamp = excluded.stamp, updated_on = now(), updated_by_id = excluded.updated_by_id
    returning *`);
  return oneRow(rows);
}

/** True if there was one. */
export async function deleteChangeConsumer(tx: Transaction, orgId: string, name: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from change_consumers where org_id = ${orgId} and name = ${name} returning name`);
  return rows.length > 0;
}

/** How many records the consumer that is furthest behind has yet to read. */
export async function findLongestLag(db: Database): Promise<number> {
  const rows = await db.query<{ lag: number }>(sql`
    /* of all orgs */ select coalesce(max(f.last_sequence - c.sequence), 0)::bigint as lag
    from change_consumers c join org_feeds f on f.org_id = c.org_id`);
  return oneRow(rows).lag;
}
