import { notFound } from "../errors.ts";
import { newId } from "../platform/ids.ts";
import { testLine } from "./delivery.ts";
import { insertTest } from "./delivery-log-store.ts";
import { messageBody } from "./delivery-message.ts";
import { judgeOutcome } from "./judge-outcome.ts";
import { type Attempt, sendMessage } from "./send-message.ts";
import { openAuth } from "./webhook-auth.ts";
import type { WebhookServices } from "./webhook-services.ts";
import { findWebhook } from "./webhook-store.ts";

export interface TestOutcome {
  readonly deliveryId: string;
  readonly isDelivered: boolean;
  readonly attempt: Attempt;
}

/** Sends a message now, also to a webhook that is switched off, and keeps it in the log. It is not tried again. */
export async function sendTest(
  services: WebhookServices,
  org: { readonly id: string; readonly slug: string },
  webhookId: string,
  ended: AbortSignal,
): Promise<TestOutcome> {
  const { db, secrets, outbound } = services;
  const webhook = await findWebhook(db, org.id, webhookId);
  if (webhook === undefined) {
    throw notFound("webhook", webhookId);
  }
  const auth = openAuth({ secrets, orgId: org.id, webhookId }, webhook);
  const id = newId();
  const triggerKey = testLine;
  const occurredOn = new Date();
  const document = JSON.stringify({ triggerKey, occurredOn: occurredOn.toISOString(), webhookId });
  const message = { id, triggerKey, occurredOn, document, changeId: undefined, orgSlug: org.slug, sequence: undefined };
  const { outcome, attempt } = await sendMessage(
    outbound,
    { webhook, auth },
    { id, body: messageBody(message) },
    ended,
  );
  const isDelivered = judgeOutcome(outcome, 0).kind === "delivered";
  const test = { id, eventId: newId(), webhookId, occurredOn, document, triggerKey, isDelivered, attempt };
  await db.transaction((tx) => insertTest(tx, org.id, test));
  return { deliveryId: id, isDelivered, attempt };
}
