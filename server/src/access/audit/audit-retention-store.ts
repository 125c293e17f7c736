import type { Database, Transaction } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";
import type { AuditRow } from "./audit-entry.ts";

type LastEntry = Pick<AuditRow, "sequence" | "hash">;

/** The orgs after the given one that have a log. */
export async function listAuditRetentions(
  db: Database,
  after: string,
  limit: number,
): Promise<{ readonly id: string; readonly audit_retention_days: number | null }[]> {
  return db.query<{ id: string; audit_retention_days: number | null }>(sql`
    /* of all orgs */ select orgs.id, orgs.audit_retention_days from orgs join audit_heads on org_id = id
    where id > ${after} order by id limit ${limit}`);
}

/** The last of the oldest `limit` entries before the time. */
export async function findLastExpired(
  db: Database,
  orgId: string,
  before: Date,
  limit: number,
): Promise<LastEntry | undefined> {
  const rows = await db.query<LastEntry>(sql`
    select sequence, hash from (
      select sequence, hash from audit_entries
      where org_id = ${orgId} and created_on < ${before} order by created_on, sequence limit ${limit}
    ) as oldest
    order by sequence desc limit 1`);
  return rows[0];
}

export async function deleteEntriesUpTo(tx: Transaction, orgId: string, sequence: number): Promise<void> {
  await tx.query(sql`delete from audit_personal_values where org_id = ${orgId} and sequence <= ${sequence}`);
  await tx.query(sql`delete from audit_entries where org_id = ${orgId} and sequence <= ${sequence}`);
}

export async function saveCheckpoint(tx: Transaction, orgId: string, { sequence, hash }: LastEntry): Promise<void> {
  await tx.query(sql`
    update audit_heads
    set checkpoint_sequence = ${sequence}, checkpoint_hash = ${hash}, checkpoint_on = ${new Date()}
    where org_id = ${orgId}`);
}
