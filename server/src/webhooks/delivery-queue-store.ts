import type { Database, Transaction } from "../platform/database/database.ts";
import { prepared, preparedAs, type SqlStatement, sql } from "../platform/database/sql.ts";
import type { WebhookRow } from "./webhook.ts";

export type LockedWebhook = WebhookRow & {
  readonly org_slug: string;
  /** Deliveries of a suspended org wait. */
  readonly is_suspended: boolean;
  /** False before the first heartbeat of this node: other nodes would take its claims for those of a dead node. */
  readonly is_node_known: boolean;
};

/**
 * Locks the row of the webhook. The functions below require this lock, so one node at a time works on a webhook's
 * queue.
 */
export async function holdWebhook(
  tx: Transaction,
  orgId: string,
  id: string,
  nodeId: string,
): Promise<LockedWebhook | undefined> {
  const rows = await tx.query<LockedWebhook>(prepared`
    select w.*, o.slug as org_slug, o.suspended_on is not null as is_suspended, exists (select 1 from nodes where id = ${nodeId}) as is_node_known
    from webhooks w join orgs o on o.id = w.org_id
    where w.org_id = ${orgId} and w.id = ${id} for no key update of w`);
  return rows[0];
}

/** A delivery that this node has claimed. */
export interface ClaimedRow {
  readonly id: string;
  readonly trigger_key: string;
  readonly sequence: number;
  readonly tries: number;
  readonly occurred_on: Date;
  readonly entity_type: string | null;
  readonly entity_id: string | null;
  readonly entity_version: number | null;
  readonly document: string;
}

export interface Claim {
  readonly orgId: string;
  readonly webhookId: string;
  readonly nodeId: string;
  readonly limit: number;
}

/** Due deliveries, longest waiting first. */
export async function findDue(tx: Transaction, { orgId, webhookId, limit }: Claim): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(prepared`
    select id from webhook_deliveries
    where webhook_id = ${webhookId} and org_id = ${orgId} and due_on <= now()
    order by due_on, number limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function claimDeliveries(
  tx: Transaction,
  orgId: string,
  nodeId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.query(prepared`
    update webhook_deliveries set claimed_by = ${nodeId}, due_on = null
    where org_id = ${orgId} and id = any(${[...ids]}::text[])`);
}

/** A delivery without a sequence number. */
export interface FreshRow {
  readonly id: string;
  readonly line: string;
  /** Another delivery of the line is due or claimed. */
  readonly is_behind: boolean;
}

/** New deliveries in the order of their changes. */
export async function findFresh(tx: Transaction, { orgId, webhookId, limit }: Claim): Promise<FreshRow[]> {
  return tx.query<FreshRow>(prepared`
    select d.id, d.line, (
      select true from webhook_deliveries f
      where f.webhook_id = ${webhookId} and f.line = d.line and f.org_id = ${orgId}
        and (f.due_on is not null or f.claimed_by is not null) limit 1) is not null as is_behind
    from webhook_deliveries d
    where d.webhook_id = ${webhookId} and d.org_id = ${orgId} and d.sequence is null
    order by d.number limit ${limit}`);
}

/** Reserves sequence numbers in each line, and returns the last number of each. */
export async function countOn(
  tx: Transaction,
  { orgId, webhookId }: Claim,
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ line: string; last_sequence: number }>(prepared`
    insert into webhook_lines (org_id, webhook_id, line, last_sequence)
    select ${orgId}, ${webhookId}, line, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as counted (line, count)
    on conflict (org_id, webhook_id, line)
    do update set last_sequence = webhook_lines.last_sequence + excluded.last_sequence
    returning line, last_sequence`);
  return new Map(rows.map(({ line, last_sequence }) => [line, last_sequence]));
}

/** The sequence number and state assigned to a delivery. */
export interface Placement {
  readonly id: string;
  readonly sequence: number;
  /** Claimed by this node; first in its line; or waiting behind others. */
  readonly fate: "claimed" | "due" | "behind";
}

export async function placeDeliveries(
  tx: Transaction,
  { orgId, nodeId }: Claim,
  placements: readonly Placement[],
): Promise<void> {
  const place = prepared`
    update webhook_deliveries d
    set sequence = placed.sequence, claimed_by = case when placed.fate = 'claimed' then ${nodeId} end
    from unnest(${placements.map(({ id }) => id)}::text[], ${placements.map(({ sequence }) => sequence)}::bigint[],
      ${placements.map(({ fate }) => fate)}::text[]) as placed (id, sequence, fate)
    where d.org_id = ${orgId} and d.id = any(${placements.map(({ id }) => id)}::text[]) and d.id = placed.id`;
  const due = placements.filter(({ fate }) => fate === "due").map(({ id }) => id);
  await tx.queryAll(due.length === 0 ? [place] : [place, setDue(orgId, due)]);
}

/** The claimed deliveries, oldest first. */
export async function readClaimed(tx: Transaction, orgId: string, ids: readonly string[]): Promise<ClaimedRow[]> {
  return tx.query<ClaimedRow>(prepared`
    select d.id, d.trigger_key, d.sequence, d.tries, e.occurred_on, e.entity_type, e.entity_id, e.entity_version,
      e.document
    from webhook_deliveries d join webhook_events e on e.org_id = d.org_id and e.id = d.event_id
    where d.org_id = ${orgId} and d.id = any(${[...ids]}::text[])
    order by d.number`);
}

export async function makeDue(tx: Transaction, orgId: string, ids: readonly string[]): Promise<void> {
  await tx.query(setDue(orgId, ids));
}

function setDue(orgId: string, ids: readonly string[]): SqlStatement {
  return prepared`
    update webhook_deliveries set due_on = now() where org_id = ${orgId} and id = any(${[...ids]}::text[])`;
}

/**
 * Parks pending deliveries of a disabled webhook in batches, and returns their number. The first of a line is parked
 * last, so that no delivery waits in a line without a first one.
 */
export async function parkWaiting(tx: Transaction, orgId: string, webhookId: string, limit: number): Promise<number> {
  const rows = await tx.query(prepared`
    with waiting as (
      select id from webhook_deliveries
      where webhook_id = ${webhookId} and org_id = ${orgId} and status = 'pending' and sequence is not null
        and claimed_by is null
      order by line desc, number desc limit ${limit}
    )
    update webhook_deliveries d
    set status = 'parked', due_on = null, updated_on = now(), ended_on = now()
    from waiting w where d.org_id = ${orgId} and d.id = w.id
    returning 1`);
  return rows.length;
}

/** Updates the health of the webhook after its attempts. */
export async function noteHealth(
  tx: Transaction,
  orgId: string,
  webhookId: string,
  health: Pick<WebhookRow, "failing_since" | "last_delivered_on" | "paused_until">,
): Promise<void> {
  await tx.query(prepared`
    update webhooks set failing_since = ${health.failing_since}, last_delivered_on = ${health.last_delivered_on},
      paused_until = ${health.paused_until}
    where org_id = ${orgId} and id = ${webhookId}`);
}

/** The webhooks of an org, or of all orgs, with deliveries to send. Those of suspended orgs wait. */
export async function findWaitingWebhooks(
  db: Database,
  orgId: string | undefined,
): Promise<{ readonly org_id: string; readonly id: string }[]> {
  const [name, ofOrg] = orgId === undefined ? ["of_all", sql`true`] : ["of_org", sql`w.org_id = ${orgId}`];
  const statement = sql`
    /* of all orgs: due work, unless one is named */ select w.org_id, w.id from webhooks w
    where ${ofOrg}
      and (w.paused_until is null or w.paused_until <= now() or not w.is_active)
      and w.org_id not in (select id from orgs where suspended_on is not null)
      and (
        (select true from webhook_deliveries d
         where d.webhook_id = w.id and d.org_id = w.org_id and d.due_on <= now() limit 1)
        or (select true from webhook_deliveries d
            where d.webhook_id = w.id and d.org_id = w.org_id and d.sequence is null limit 1)
        or (not w.is_active and (
          select true from webhook_deliveries d
          where d.webhook_id = w.id and d.org_id = w.org_id and d.due_on is not null limit 1)))
    order by w.org_id, w.id limit 10000`;
  return db.query(preparedAs(`waiting_webhooks_${name}`, statement));
}
