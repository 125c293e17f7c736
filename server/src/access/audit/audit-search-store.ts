import type { Database, Transaction } from "../../platform/database/database.ts";
import { prepared, sql } from "../../platform/database/sql.ts";
import type { AuditCriteria } from "./audit-criteria.ts";
import type { AuditRow } from "./audit-entry.ts";

/** Entries after `after`, up to and including `until`. */
export interface AuditRange {
  readonly after: number;
  readonly until: number;
}

export async function findNewestEntries(
  db: Database,
  orgId: string,
  criteria: AuditCriteria,
  { after, until, limit }: AuditRange & { readonly limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(sql`
    select * from audit_entries
    where org_id = ${orgId} and sequence > ${after} and sequence <= ${until} and ${conditionOf(criteria)}
    order by sequence desc limit ${limit}`);
}

export async function findOldestEntries(
  db: Database,
  orgId: string,
  criteria: AuditCriteria,
  { after, until, limit }: AuditRange & { readonly limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(sql`
    select * from audit_entries
    where org_id = ${orgId} and sequence > ${after} and sequence <= ${until} and ${conditionOf(criteria)}
    order by sequence limit ${limit}`);
}

/** All entries, to verify the chain. */
export async function findEntries(
  db: Database,
  orgId: string,
  { after, until, limit }: AuditRange & { readonly limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(prepared`
    select * from audit_entries
    where org_id = ${orgId} and sequence > ${after} and sequence <= ${until} order by sequence limit ${limit}`);
}

/** Makes the transaction read one snapshot, although entries are appended and expire meanwhile. */
export async function readOneMoment(tx: Transaction): Promise<void> {
  await tx.query(sql`set transaction isolation level repeatable read read only`);
}

function conditionOf({ action, outcome, actorId, targetType, targetId, createdOn }: AuditCriteria) {
  const range = createdOn ?? { from: null, to: null };
  return sql`(${action ?? null}::text is null or action = ${action ?? null})
    and (${outcome ?? null}::text is null or outcome = ${outcome ?? null})
    and (${actorId ?? null}::text is null or actor_id = ${actorId ?? null})
    and (${targetType ?? null}::text is null or target_type = ${targetType ?? null})
    and (${targetId ?? null}::text is null or target_id = ${targetId ?? null})
    and (${dateOf(range.from)}::timestamptz is null or created_on >= ${dateOf(range.from)})
    and (${dateOf(range.to)}::timestamptz is null or created_on <= ${dateOf(range.to)})`;
}

function dateOf(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
