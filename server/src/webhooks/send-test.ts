import { notFound } from "../errors.ts";
import { newId } from "../platform/ids.ts";
import { testLine } from "./delivery.ts";
import { insertTest } from "./delivery-log-store.ts";
import { messageBody } from "./delivery-message.ts";
import { evaluateOutcome } from "./evaluate-outcome.ts";
import { type Attempt, failedAttempt, sendMessage } from "./send-message.ts";
import type { WebhookRow } from "./webhook.ts";
import { openAuth, type SecretPlace, SecretUnreadable } from "./webhook-auth.ts";
import type { WebhookServices } from "./webhook-services.ts";
import { findWebhook } from "./webhook-store.ts";

export interface TestOutcome {
  readonly deliveryId: string;
  readonly isDelivered: boolean;
  readonly attempt: Attempt;
}

/** Sends a message now, even if the webhook is disabled, and logs it. It is not retried. */
export async function sendTest(
  services: WebhookServices,
  org: { readonly id: string; readonly slug: string },
  webhookId: string,
  ended: AbortSignal,
): Promise<TestOutcome> {
  const { db, secrets } = services;
  const webhook = await findWebhook(db, org.id, webhookId);
  if (webhook === undefined) {
    throw notFound("webhook", webhookId);
  }
  const id = newId();
  const triggerKey = testLine;
  const occurredOn = new Date();
  const document = JSON.stringify({ triggerKey, occurredOn: occurredOn.toISOString(), webhookId });
  const message = { id, triggerKey, occurredOn, document, changeId: undefined, orgSlug: org.slug, sequence: undefined };
  const sent = { webhook, place: { secrets, orgId: org.id, webhookId }, id, body: messageBody(message) };
  const { isDelivered, attempt } = await attemptTest(services, sent, ended);
  const test = { id, eventId: newId(), webhookId, occurredOn, document, triggerKey, isDelivered, attempt };
  await db.transaction((tx) => insertTest(tx, org.id, test));
  return { deliveryId: id, isDelivered, attempt };
}

interface SentTest {
  readonly webhook: WebhookRow;
  readonly place: SecretPlace;
  readonly id: string;
  readonly body: string;
}

async function attemptTest(
  { outbound }: WebhookServices,
  { webhook, place, id, body }: SentTest,
  ended: AbortSignal,
): Promise<Pick<TestOutcome, "isDelivered" | "attempt">> {
  const startedOn = new Date();
  try {
    const target = { webhook, auth: openAuth(place, webhook) };
    const { outcome, attempt } = await sendMessage(outbound, target, { id, body }, ended);
    return { isDelivered: evaluateOutcome(outcome, 0).kind === "delivered", attempt };
  } catch (error) {
    if (error instanceof SecretUnreadable) {
      return { isDelivered: false, attempt: failedAttempt(startedOn, error.message) };
    }
    throw error;
  }
}
