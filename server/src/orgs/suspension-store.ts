import type { Transaction } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

/** The time of an existing suspension stays. */
export async function saveSuspension(tx: Transaction, orgId: string, reason: string): Promise<void> {
  await tx.query(sql`
    update orgs set suspended_on = coalesce(suspended_on, now()), suspension_reason = ${reason} where id = ${orgId}`);
}

export async function endSuspension(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`update orgs set suspended_on = null, suspension_reason = null where id = ${orgId}`);
}

/** Deadlines and leases of tasks that could make no progress during the suspension. */
export async function extendTasks(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`
    update event_workflow_tasks t set
      deadline = t.deadline + (now() - o.suspended_on),
      heartbeat_deadline = t.heartbeat_deadline + (now() - o.suspended_on),
      leased_until = t.leased_until + (now() - o.suspended_on)
    from orgs o
    where o.id = ${orgId} and t.org_id = ${orgId} and t.status in ('pending', 'running', 'awaiting')`);
}

/** Tokens for the callbacks of those tasks. */
export async function extendTaskTokens(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`
    update access_tokens t set expires_on = t.expires_on + (now() - o.suspended_on)
    from orgs o where o.id = ${orgId} and t.org_id = ${orgId} and t.task_id is not null`);
}

/** A webhook is disabled after days of failures; nothing was sent meanwhile. */
export async function extendWebhooks(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`
    update webhooks w set failing_since = w.failing_since + (now() - o.suspended_on)
    from orgs o where o.id = ${orgId} and w.org_id = ${orgId} and w.failing_since is not null`);
}

/** Uploads that could not be continued. */
export async function extendUploads(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`update files set updated_on = now() where org_id = ${orgId} and status = 'uploading'`);
}

/** A request repeated after the suspension is recognized as long as before it. */
export async function extendIdempotencyKeys(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`
    update idempotency_keys k set claimed_on = k.claimed_on + (now() - o.suspended_on)
    from orgs o where o.id = ${orgId} and k.org_id = ${orgId}`);
}
