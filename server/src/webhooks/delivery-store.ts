import { orgsInImport } from "../access/org-store.ts";
import { epochSize } from "../changes/change-cursor.ts";
import type { PurgedEntities } from "../changes/purged-change-store.ts";
import type { Transaction } from "../platform/database/database.ts";
import { prepared, type SqlStatement, sql } from "../platform/database/sql.ts";

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
  const placed = placedIn.get(tx) ?? 0;
  placedIn.set(tx, placed + deliveries.length);
  await tx.queryAll([insertEvents(orgId, events), insertDeliveryRows(orgId, deliveries, placed)]);
}

/** The number of deliveries that a transaction has inserted: until it commits, it finds the feed as it was. */
const placedIn = new WeakMap<Transaction, number>();

function insertEvents(orgId: string, events: readonly NewEvent[]): SqlStatement {
  return prepared`
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
    ) as event (id, trigger_key, occurred_on, entity_type, entity_id, entity_version, document, delivery_ids)`;
}

/**
 * Numbers rise within a line on whichever server they are made, whatever its clock: a later write of the same entity finds
 * the feed as the earlier one has left it, with a higher sequence, and at least its time.
 */
function insertDeliveryRows(orgId: string, deliveries: readonly NewDelivery[], placed: number): SqlStatement {
  return prepared`
    insert into webhook_deliveries (org_id, id, number, webhook_id, event_id, trigger_key, line)
    overriding system value
    select feed.org_id, id,
      (greatest(extract(epoch from statement_timestamp()), extract(epoch from feed.last_stamp) + 0.001) * 1000000)::bigint
        + mod(feed.last_sequence, ${epochSize}::bigint) * 65536 + ${placed}::bigint + place,
      webhook_id, event_id, trigger_key, line
    from org_feeds as feed, unnest(
      ${deliveries.map(({ id }) => id)}::text[], ${deliveries.map(({ webhookId }) => webhookId)}::text[],
      ${deliveries.map(({ eventId }) => eventId)}::text[], ${deliveries.map(({ triggerKey }) => triggerKey)}::text[],
      ${deliveries.map(({ line }) => line)}::text[]
    ) with ordinality as delivery (id, webhook_id, event_id, trigger_key, line, place)
    where feed.org_id = ${orgId}`;
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
  lifetimes: Lifetimes,
): Promise<EventPlace | undefined> {
  const old = await findOldEvents(tx, place, limit, lifetimes);
  const deliveries = await findDeliveriesOf(tx, old, lifetimes);
  const over = deliveries.filter(({ is_over }) => is_over);
  const kept = new Set(
    deliveries.flatMap(({ org_id, event_id, is_over }) => (is_over ? [] : [`${org_id} ${event_id}`])),
  );
  const [orgIds, deliveryIds] = addressesOf(over);
  const [eventOrgIds, eventIds] = addressesOf(old.filter(({ org_id, id }) => !kept.has(`${org_id} ${id}`)));
  await tx.queryAll([
    sql`
      /* of all orgs: expired rows */ delete from webhook_attempts a using unnest(${orgIds}::text[], ${deliveryIds}::text[]) as gone (org_id, id)
      where a.org_id = gone.org_id and a.delivery_id = gone.id`,
    sql`
      /* of all orgs: expired rows */ delete from webhook_deliveries d using unnest(${orgIds}::text[], ${deliveryIds}::text[]) as gone (org_id, id)
      where d.org_id = gone.org_id and d.id = gone.id`,
    sql`
      /* of all orgs: expired rows */ delete from webhook_events e using unnest(${eventOrgIds}::text[], ${eventIds}::text[]) as gone (org_id, id)
      where e.org_id = gone.org_id and e.id = gone.id`,
  ]);
  const last = old.at(-1);
  return last === undefined ? undefined : { createdOn: last.created_on, id: last.id };
}

interface OldEvent {
  readonly org_id: string;
  readonly id: string;
  readonly created_on: Date;
  readonly delivery_ids: readonly string[];
  /** After which its org deletes deliveries. */
  readonly days: number;
}

function addressesOf(rows: readonly { readonly org_id: string; readonly id: string }[]): [string[], string[]] {
  return [rows.map(({ org_id }) => org_id), rows.map(({ id }) => id)];
}

function findOldEvents(
  tx: Transaction,
  place: EventPlace,
  limit: number,
  { deliveredDays }: Lifetimes,
): Promise<OldEvent[]> {
  return tx.query<OldEvent>(sql`
    /* of all orgs: expired rows */ select event.org_id, event.id, event.created_on, event.delivery_ids,
      coalesce((orgs.data_retention ->> 'deliveries')::integer, ${deliveredDays}) as days
    from webhook_events event join orgs on orgs.id = event.org_id
    where (event.created_on, event.id) > (${place.createdOn}, ${place.id})
      and event.created_on < now() - make_interval(days => (
        select least(${deliveredDays}, min((data_retention ->> 'deliveries')::integer)) from orgs))
      and event.org_id not in (${orgsInImport})
    order by event.created_on, event.id limit ${limit}`);
}

interface DeliveryOfOldEvent {
  readonly org_id: string;
  readonly id: string;
  readonly event_id: string;
  /** True if it ended long ago, or its webhook was deleted. */
  readonly is_over: boolean;
}

function findDeliveriesOf(
  tx: Transaction,
  events: readonly OldEvent[],
  { parkedDays }: Lifetimes,
): Promise<DeliveryOfOldEvent[]> {
  const asked = events.flatMap(({ org_id, days, delivery_ids }) => delivery_ids.map((id) => ({ org_id, id, days })));
  return tx.query<DeliveryOfOldEvent>(sql`
    /* of all orgs: expired rows */ select d.org_id, d.id, d.event_id,
      (d.status in ('delivered', 'canceled') and d.ended_on < now() - make_interval(days => asked.days))
      or (d.status = 'parked' and d.ended_on < now() - make_interval(days => greatest(asked.days, ${parkedDays})))
      or w.id is null as is_over
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (org_id text, id text, days integer)
    join webhook_deliveries d on d.org_id = asked.org_id and d.id = asked.id
    left join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id`);
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
  const deleted = await tx.query<{ id: string }>(sql`
    delete from webhook_deliveries where org_id = ${orgId} and id in (
      select id from webhook_deliveries where webhook_id = ${webhookId} and org_id = ${orgId} limit ${limit})
    returning id`);
  await tx.query(sql`
    delete from webhook_attempts
    where org_id = ${orgId} and delivery_id = any(${deleted.map(({ id }) => id)}::text[])`);
  return deleted.length;
}

export async function deleteLinesOf(tx: Transaction, orgId: string, webhookId: string): Promise<void> {
  await tx.query(sql`delete from webhook_lines where org_id = ${orgId} and webhook_id = ${webhookId}`);
}

/** Leaves the ids of the entities in events for webhooks, sent or not, and deletes what receivers answered. */
export async function stripDeliveries(tx: Transaction, orgId: string, entities: PurgedEntities): Promise<number> {
  const lines = entities.entityTypes.flatMap((type) => entities.ids.map((id) => `${type}:${id}`));
  const deliveries = await tx.query<{ id: string; event_id: string }>(sql`
    select id, event_id from webhook_deliveries where org_id = ${orgId} and line = any(${lines}::text[])`);
  const [events = []] = await tx.queryAll([
    sql`
      update webhook_events
      set document = (document::jsonb - 'newData' - 'oldData' - 'propertyDiffs')::text
      where org_id = ${orgId} and id = any(${deliveries.map(({ event_id }) => event_id)}::text[]) returning 1`,
    sql`
      update webhook_attempts set answer_body = null
      where org_id = ${orgId} and delivery_id = any(${deliveries.map(({ id }) => id)}::text[])
        and answer_body is not null`,
  ]);
  return events.length;
}
