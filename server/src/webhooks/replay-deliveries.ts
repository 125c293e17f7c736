import type { Database, Transaction } from "../platform/database/database.ts";
import { conflict, notFound } from "../platform/errors.ts";
import type { DeliveryWithEvent } from "./delivery.ts";
import {
  countReplayable,
  findDelivery,
  findReplayable,
  type ReplayRange,
  renewDeliveries,
} from "./delivery-log-store.ts";
import { promoteLines } from "./do-round.ts";
import { type WebhookServices, webhooksTopic } from "./webhook.ts";
import { findWebhook, lockWebhook } from "./webhook-store.ts";

// The webhook stays locked while a batch is renewed, and its messages wait.
const renewedAtOnce = 1_000;

type ReplayServices = Pick<WebhookServices, "db" | "bus">;

/** Sends the deliveries of a time range again, and returns their number. */
export async function replayRange(services: ReplayServices, orgId: string, range: ReplayRange): Promise<number> {
  const { db, bus } = services;
  let count = 0;
  for (let after = ""; ; ) {
    const ids = await findReplayable(db, orgId, range, { after, limit: renewedAtOnce });
    count += await db.transaction((tx) => renew(tx, orgId, range.webhookId, ids));
    bus.publish(webhooksTopic, orgId);
    if (ids.length < renewedAtOnce) {
      return count;
    }
    after = ids.at(-1) ?? after;
  }
}

/** The number of deliveries that a replay would send. */
export async function previewReplay({ db }: ReplayServices, orgId: string, range: ReplayRange): Promise<number> {
  if ((await findWebhook(db, orgId, range.webhookId)) === undefined) {
    throw notFound("webhook", range.webhookId);
  }
  return countReplayable(db, orgId, range);
}

export async function replayDelivery(
  { db, bus }: ReplayServices,
  orgId: string,
  id: string,
): Promise<DeliveryWithEvent> {
  const renewed = await db.transaction(async (tx) => {
    const delivery = await requireDelivery(tx, orgId, id);
    if (delivery.is_test) {
      throw conflict("A test cannot be replayed. Send another one: POST /webhooks/{id}/test.");
    }
    if ((await renew(tx, orgId, delivery.webhook_id, [id])) === 0) {
      throw conflict("The delivery is already queued.");
    }
    return requireDelivery(tx, orgId, id);
  });
  bus.publish(webhooksTopic, orgId);
  return renewed;
}

async function renew(tx: Transaction, orgId: string, webhookId: string, ids: readonly string[]): Promise<number> {
  const webhook = await lockWebhook(tx, orgId, webhookId);
  if (webhook === undefined) {
    throw notFound("webhook", webhookId);
  }
  if (!webhook.is_active) {
    throw conflict("The webhook is disabled. Set isActive to true, then replay.");
  }
  const lines = await renewDeliveries(tx, orgId, ids);
  await promoteLines(tx, orgId, webhookId, lines);
  return lines.length;
}

async function requireDelivery(db: Database, orgId: string, id: string): Promise<DeliveryWithEvent> {
  const delivery = await findDelivery(db, orgId, id);
  if (delivery === undefined) {
    throw notFound("webhook-delivery", id);
  }
  return delivery;
}
