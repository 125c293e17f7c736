import type { Database } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import type { DividedSpan } from "../platform/database/time-slices.ts";

/** Webhook attempts that started in one interval. A null interval is the whole range. */
export interface AttemptCount {
  readonly interval: number | null;
  readonly delivered: number;
  readonly failed: number;
  readonly duration_median: number;
  readonly duration_p95: number;
}

export async function countWebhookAttempts(
  db: Database,
  orgId: string,
  { from, to, bounds }: DividedSpan,
): Promise<AttemptCount[]> {
  return db.query<AttemptCount>(sql`
    select interval, count(*) filter (where is_delivered) as delivered,
      count(*) filter (where not is_delivered) as failed,
      percentile_disc(0.5) within group (order by duration_ms) as duration_median,
      percentile_disc(0.95) within group (order by duration_ms) as duration_p95
    from (
      select width_bucket(started_on, ${bounds}::timestamptz[]) as interval, duration_ms,
        coalesce(answer_status between 200 and 299, false) as is_delivered
      from webhook_attempts
      where org_id = ${orgId} and started_on >= ${from} and started_on < ${to}
    ) as attempts
    group by grouping sets ((interval), ())
    having count(*) > 0`);
}

/** Deliveries parked in the range, which can be replayed. */
export async function countParkedDeliveries(
  db: Database,
  orgId: string,
  { from, to, bounds }: DividedSpan,
): Promise<{ readonly interval: number; readonly count: number }[]> {
  return db.query<{ interval: number; count: number }>(sql`
    select width_bucket(parked_on, ${bounds}::timestamptz[]) as interval, count(*) as count
    from (
      select coalesce(delivery.ended_on, delivery.updated_on) as parked_on
      from webhooks as webhook
      join webhook_deliveries as delivery on delivery.webhook_id = webhook.id and delivery.org_id = webhook.org_id
      where webhook.org_id = ${orgId} and delivery.status = 'parked'
    ) as parked
    where parked_on >= ${from} and parked_on < ${to}
    group by 1`);
}

export async function countDeliveriesOfAllOrgs(
  db: Database,
): Promise<{ readonly status: string; readonly count: number }[]> {
  return db.query<{ status: string; count: number }>(prepared`
    /* of all orgs: metrics */
    select 'pending' as status, count(*) as count from webhook_deliveries
    where status = 'pending' and sequence is not null
    union all
    select 'parked', count(*) from webhook_deliveries where status = 'parked'`);
}

/**
 * How many seconds the oldest delivery that is due has waited; 0 without one. Those of suspended orgs, and of webhooks
 * whose receiver has asked for a pause, are not due.
 */
export async function findOldestDueDelivery(db: Database): Promise<number> {
  const rows = await db.query<{ seconds: number }>(prepared`
    /* of all orgs: metrics */
    select coalesce(extract(epoch from now() - min(due_on)), 0)::float8 as seconds
    from webhook_deliveries where due_on <= now()
      and org_id not in (select id from orgs where suspended_on is not null)
      and (org_id, webhook_id) not in (select org_id, id from webhooks where paused_until > now())`);
  return oneRow(rows).seconds;
}

export async function countParkedDeliveriesByOrg(
  db: Database,
  orgsMax: number,
): Promise<{ readonly slug: string; readonly count: number }[]> {
  return db.query<{ slug: string; count: number }>(prepared`
    /* of all orgs: metrics */
    select o.slug, count(*) as count from webhook_deliveries d join orgs o on o.id = d.org_id
    where d.status = 'parked' group by o.slug order by count desc, o.slug limit ${orgsMax}`);
}
