import { orgsInImport } from "../access/org-store.ts";
import type { PurgedEntities } from "../changes/purged-change-store.ts";
import type { Transaction } from "../platform/database/database.ts";
import { prepared, sql } from "../platform/database/sql.ts";

/** An event as it is sent. */
export interface NewEvent {
  readonly id: string;
  readonly triggerKey: string;
  readonly occurredOn: string;
  readonly entity: { readonly type: string; readonly id: string; readonly version: number } | undefined;
  /** JSON. */
  readonly document: string;
  readonly deliveryIds: readonly string[];
}

export interface NewDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly triggerKey: string;
  /** Deliveries of one line are sent one after the other. */
  readonly line: string;
}

/** Inserts the events and their deliveries in the given order. Sequence numbers are assigned after the commit. */
export async function insertDeliveries(
  tx: Transaction,
  orgId: string,
  { events, deliveries }: { readonly events: readonly NewEvent[]; readonly deliveries: readonly NewDelivery[] },
): Promise<void> {
  await tx.query(prepared`
    with new_events as (
      insert into webhook_events (org_id, id, trigger_key, occurred_on, entity_type, entity_id, entity_version, document,
        delivery_ids)
      select ${orgId}, id, trigger_key, occurred_on, entity_type, entity_id, entity_version, document,
        string_to_array(delivery_ids, ' ')
      from unnest(
        ${events.map(({ id }) => id)}::text[], ${events.map(({ triggerKey }) => triggerKey)}::text[],
        ${events.map(({ occurredOn }) => occurredOn)}::timestamptz[],
        ${events.map(({ entity }) => entity?.type ?? null)}::text[],
        ${events.map(({ entity }) => entity?.id ?? null)}::text[],
        ${events.map(({ entity }) => entity?.version ?? null)}::integer[],
        ${events.map(({ document }) => document)}::text[],
        ${events.map(({ deliveryIds }) => deliveryIds.join(" "))}::text[]
      ) as event (id, trigger_key, occurred_on, entity_type, entity_id, entity_version, document, delivery_ids)
    )
    insert into webhook_deliveries (org_id, id, webhook_id, event_id, trigger_key, line)
    select ${orgId}, id, webhook_id, event_id, trigger_key, line
    from unnest(
      ${deliveries.map(({ id }) => id)}::text[], ${deliveries.map(({ webhookId }) => webhookId)}::text[],
      ${deliveries.map(({ eventId }) => eventId)}::text[], ${deliveries.map(({ triggerKey }) => triggerKey)}::text[],
      ${deliveries.map(({ line }) => line)}::text[]
    ) with ordinality as delivery (id, webhook_id, event_id, trigger_key, line, place)
    order by place`);
}

/** A position among the events, ordered by age. */
export interface EventPlace {
  readonly createdOn: Date;
  readonly id: string;
}

export interface Lifetimes {
  readonly deliveredDays: number;
  readonly parkedDays: number;
}

/**
 * Deletes deliveries that ended long ago, by the setting of their org or by the lifetimes, their attempts, and events
 * without deliveries, for a batch of events after a position. Returns the new position, or undefined at the end.
 */
export async function deleteOldDeliveriesAfter(
  tx: Transaction,
  place: EventPlace,
  limit: number,
  { deliveredDays, parkedDays }: Lifetimes,
): Promise<EventPlace | undefined> {
  const rows = await tx.query<{ id: string; created_on: Date }>(sql`
    /* of all orgs */ with old as (
      select event.org_id, event.id, event.created_on, event.delivery_ids,
        coalesce((orgs.data_retention ->> 'deliveries')::integer, ${deliveredDays}) as days
      from webhook_events event join orgs on orgs.id = event.org_id
      where (event.created_on, event.id) > (${place.createdOn}, ${place.id})
        and event.created_on < now() - make_interval(days => (
          select least(${deliveredDays}, min((data_retention ->> 'deliveries')::integer)) from orgs))
        and event.org_id not in (${orgsInImport})
      order by event.created_on, event.id limit ${limit}
    ), told as (
      select old.org_id, d.id, d.event_id,
        (d.status in ('delivered', 'canceled') and d.ended_on < now() - make_interval(days => old.days))
        or (d.status = 'parked' and d.ended_on < now() - make_interval(days => greatest(old.days, ${parkedDays})))
        or not exists (select from webhooks w where w.org_id = d.org_id and w.id = d.webhook_id) as is_over
      from old join webhook_deliveries d on d.org_id = old.org_id and d.id = any(old.delivery_ids)
    ), attempts as (
      delete from webhook_attempts a using told
      where told.is_over and a.org_id = told.org_id and a.delivery_id = told.id
    ), deliveries as (
      delete from webhook_deliveries d using told where told.is_over and d.org_id = told.org_id and d.id = told.id
    ), events as (
      delete from webhook_events e using old
      where e.org_id = old.org_id and e.id = old.id
        and not exists (select from told where told.org_id = old.org_id and told.event_id = old.id and not told.is_over)
    )
    select id, created_on from old order by created_on desc, id desc limit 1`);
  const [last] = rows;
  return last === undefined ? undefined : { createdOn: last.created_on, id: last.id };
}

/**
 * Deletes a batch of a deleted webhook's deliveries and returns their number. Its events are deleted when they expire.
 */
export async function deleteDeliveriesOf(
  tx: Transaction,
  orgId: string,
  webhookId: string,
  limit: number,
): Promise<number> {
  const rows = await tx.query(sql`
    with doomed as (
      delete from webhook_deliveries where org_id = ${orgId} and id in (
        select id from webhook_deliveries where webhook_id = ${webhookId} and org_id = ${orgId} limit ${limit})
      returning id
    ), attempts as (
      delete from webhook_attempts a using doomed where a.org_id = ${orgId} and a.delivery_id = doomed.id
    )
    select id from doomed`);
  return rows.length;
}

export async function deleteLinesOf(tx: Transaction, orgId: string, webhookId: string): Promise<void> {
  await tx.query(sql`delete from webhook_lines where org_id = ${orgId} and webhook_id = ${webhookId}`);
}

/** Leaves the ids of the entities in events for webhooks, sent or not, and deletes what receivers answered. */
export async function stripDeliveries(tx: Transaction, orgId: string, entities: PurgedEntities): Promise<number> {
  const rows = await tx.query(sql`
    with line as (
      select entity_type || ':' || id as line
      from unnest(${[...entities.entityTypes]}::text[]) as entity_type, unnest(${[...entities.ids]}::text[]) as id
    ), delivery as (
      select id, event_id from webhook_deliveries where org_id = ${orgId} and line in (select line from line)
    ), answered as (
      update webhook_attempts set answer_body = null
      where org_id = ${orgId} and delivery_id in (select id from delivery) and answer_body is not null
    )
    update webhook_events
    set document = (document::jsonb - 'newData' - 'oldData' - 'propertyDiffs')::text
    where org_id = ${orgId} and id in (select event_id from delivery) returning 1`);
  return rows.length;
}
