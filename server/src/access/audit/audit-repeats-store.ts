import type { AuditAction } from "@weft/contract";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow } from "../../platform/database/one-row.ts";
import { prepared, sql } from "../../platform/database/sql.ts";

export interface Repeat {
  readonly minute: Date;
  readonly action: AuditAction;
  /** A digest of the subject and the action; empty for the entry count of the minute. */
  readonly subject: Buffer;
}

export interface RepeatCount {
  readonly minute: Date;
  readonly action: AuditAction;
  readonly subject: Buffer;
  readonly count: number;
}

/** The number of occurrences in its minute, including this one. */
export async function countRepeat(tx: Transaction, orgId: string, repeat: Repeat): Promise<number> {
  const rows = await tx.query<{ count: number }>(prepared`
    insert into audit_repeats as known (org_id, minute, action, subject, count)
    values (${orgId}, ${repeat.minute}, ${repeat.action}, ${repeat.subject}, 1)
    on conflict (org_id, minute, action, subject) do update set count = known.count + 1
    returning count`);
  return oneRow(rows).count;
}

/** The orgs with counts of minutes before the given time. */
export async function listOrgsWithRepeats(db: Database, before: Date): Promise<string[]> {
  const rows = await db.query<{ org_id: string }>(sql`
    /* of all orgs */ select distinct org_id from audit_repeats where minute < ${before} order by org_id`);
  return rows.map(({ org_id }) => org_id);
}

export async function takeRepeats(tx: Transaction, orgId: string, before: Date): Promise<RepeatCount[]> {
  return tx.query<RepeatCount>(sql`
    delete from audit_repeats where org_id = ${orgId} and minute < ${before}
    returning minute, action, subject, count`);
}
