import type { Transaction } from "../platform/database/database.ts";
import { type SqlStatement, sql } from "../platform/database/sql.ts";

/** The time of an existing suspension stays. */
export async function saveSuspension(tx: Transaction, orgId: string, reason: string): Promise<void> {
  await tx.query(sql`
    update orgs set suspended_on = least(suspended_on, now()), suspension_reason = ${reason} where id = ${orgId}`);
}

export async function endSuspension(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`update orgs set suspended_on = null, suspension_reason = null where id = ${orgId}`);
}

/** Deadlines and leases of tasks that could make no progress during the suspension. */
export async function extendTasks(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`
    update event_workflow_tasks t set
      deadline = ${movedOn(sql`t.deadline`)},
      heartbeat_deadline = ${movedOn(sql`t.heartbeat_deadline`)},
      leased_until = ${movedOn(sql`t.leased_until`)}
    from orgs o
    where o.id = ${orgId} and t.org_id = ${orgId} and t.status in ('pending', 'running', 'awaiting')`);
}

/** Tokens for the callbacks of those tasks. */
export async function extendTaskTokens(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`
    update access_tokens t set expires_on = ${movedOn(sql`t.expires_on`)}
    from orgs o where o.id = ${orgId} and t.org_id = ${orgId} and t.task_id is not null`);
}

/** A webhook is disabled after days of failures; nothing was sent meanwhile. */
export async function extendWebhooks(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`
    update webhooks w set failing_since = ${movedOn(sql`w.failing_since`)}
    from orgs o where o.id = ${orgId} and w.org_id = ${orgId} and w.failing_since is not null`);
}

/** Uploads that could not be continued. */
export async function extendUploads(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`update files set updated_on = now() where org_id = ${orgId} and status = 'uploading'`);
}

/** A request repeated after the suspension is recognized as long as before it. */
export async function extendIdempotencyKeys(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`
    update idempotency_keys k set claimed_on = ${movedOn(sql`k.claimed_on`)}
    from orgs o where o.id = ${orgId} and k.org_id = ${orgId}`);
}

/**
 * As long after now as the time was after the beginning of the suspension. A sum of a time and an interval depends on
 * the time zone, so Citus does not compute it from columns.
 */
function movedOn(time: SqlStatement): SqlStatement {
  return sql`to_timestamp(extract(epoch from ${time} - o.suspended_on)::float8 + extract(epoch from now())::float8)`;
}
