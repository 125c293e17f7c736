import type { ErasedSubject } from "../access/erased-user-store.ts";
import type { OrgDays } from "../access/org-store.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

/** An app can create loads, too, and is not a person. */
const isOfUser = sql`writer #>> '{author,actorType}' = 'user'`;

/** Asks the loads and undos that act as the user to stop. */
export async function cancelLoadsOf(tx: Transaction, orgId: string, userId: string): Promise<void> {
  await tx.query(sql`
    update loads set is_cancel_asked = true, updated_on = now(), version = version + 1
    where org_id = ${orgId} and created_by_id = ${userId} and ${isOfUser} and ended_on is null and not is_cancel_asked`);
}

/** Whether a load or an undo that acts as the user is still running. */
export async function hasRunningLoad(db: Database, orgId: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from loads
    where org_id = ${orgId} and (
      (ended_on is null and writer #>> '{author,actorId}' = ${userId})
      or (undo ->> 'status' in ('pending', 'running') and undo #>> '{writer,author,actorId}' = ${userId}))
    limit 1`);
  return rows.length > 0;
}

/** The author of a load and that of its undo may differ. */
export async function renameInLoads(tx: Transaction, orgId: string, { id, pseudonym }: ErasedSubject): Promise<number> {
  const rows = await tx.query(sql`
    update loads set
      writer = case when writer #>> '{author,actorId}' = ${id}
        then jsonb_set(writer, '{author,actorName}', ${JSON.stringify(pseudonym)}::jsonb) else writer end,
      undo = case when undo #>> '{writer,author,actorId}' = ${id}
        then jsonb_set(undo, '{writer,author,actorName}', ${JSON.stringify(pseudonym)}::jsonb) else undo end
    where org_id = ${orgId} and (
      (writer #>> '{author,actorId}' = ${id} and writer #>> '{author,actorName}' is distinct from ${pseudonym})
      or (undo #>> '{writer,author,actorId}' = ${id}
        and undo #>> '{writer,author,actorName}' is distinct from ${pseudonym}))
    returning 1`);
  return rows.length;
}

/** Deletes loads that ended long ago, with what is stored of their batches, and returns their number. */
export async function deleteOldLoads(tx: Transaction, { orgId, days }: OrgDays, limit: number): Promise<number> {
  const rows = await tx.query(sql`
    delete from loads
    where org_id = ${orgId} and id in (
      select id from loads
      where org_id = ${orgId} and ended_on < now() - make_interval(days => ${days})
        and (undo is null or undo ->> 'status' not in ('pending', 'running'))
        and updated_on < now() - interval '1 hour'
      order by ended_on limit ${limit} for update skip locked)
    returning 1`);
  return rows.length;
}

export async function hasLoadOf(db: Database, orgId: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from loads where org_id = ${orgId} and created_by_id = ${userId} and ${isOfUser} limit 1`);
  return rows.length > 0;
}

/** Whether a load has it as its file, configuration or result. */
export async function isFileInLoad(db: Database, orgId: string, fileId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from loads
    where org_id = ${orgId} and (strpos(configuration::text, ${fileId}) > 0 or strpos(report::text, ${fileId}) > 0)
    limit 1`);
  return rows.length > 0;
}
