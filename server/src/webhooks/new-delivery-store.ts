import type { Transaction } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";

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
    with told as (
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
