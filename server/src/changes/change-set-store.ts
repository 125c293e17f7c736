import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";

/** A change set that a caller has named, and the times of its first and last request. */
export interface NamedSet {
  readonly id: string;
  readonly actorId: string;
  readonly createdOn: Date;
  readonly lastUsedOn: Date;
}

/** Notes another request of the set. Returns false if the set belongs to another actor. */
export async function claimChangeSet(db: Database, orgId: string, id: string, actorId: string): Promise<boolean> {
  const rows = await db.query(prepared`
    insert into change_sets as known (org_id, id, actor_id) values (${orgId}, ${id}, ${actorId})
    on conflict (org_id, id) do update set last_used_on = excluded.last_used_on
    where known.actor_id = excluded.actor_id
    returning 1`);
  return rows.length > 0;
}

export async function findNamedSets(db: Database, orgId: string, ids: readonly string[]): Promise<NamedSet[]> {
  const rows = await db.query<{ id: string; actor_id: string; created_on: Date; last_used_on: Date }>(prepared`
    select id, actor_id, created_on, last_used_on from change_sets
    where org_id = ${orgId} and id = any(${[...ids]}::text[]) order by id`);
  return rows.map((row) => ({
    id: row.id,
    actorId: row.actor_id,
    createdOn: row.created_on,
    lastUsedOn: row.last_used_on,
  }));
}

/** Deletes the names of sets whose changes were all deleted, except those of the last day. */
export async function deleteOldNames(db: Database, orgId: string): Promise<void> {
  const [first] = await db.query<{ created_on: Date }>(prepared`
    select created_on from changes where org_id = ${orgId} order by created_on, sequence limit 1`);
  await db.query(prepared`
    delete from change_sets
    where org_id = ${orgId} and last_used_on < least(${first?.created_on ?? null}::timestamptz, now()) - interval '1 day'`);
}
