import { webhookDeliveryOperations, webhookOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";
import { kindCallOf, kindRoutes } from "../kinds/kind-routes.ts";
import { notFound } from "../platform/errors.ts";
import { entityTag } from "../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../platform/http/route.ts";
import { newId } from "../platform/ids.ts";
import { testLine } from "./delivery.ts";
import { findDelivery, insertTest, listAttempts } from "./delivery-log-store.ts";
import { changeIdsOf, messageBody } from "./delivery-message.ts";
import { evaluateOutcome } from "./evaluate-outcome.ts";
import { listDeliveryPage, presentDelivery, presentWholeDelivery } from "./read-deliveries.ts";
import { previewReplay, replayDelivery, replayRange } from "./replay-deliveries.ts";
import { type Attempt, failedAttempt, sendMessage } from "./send-message.ts";
import type { WebhookRow, WebhookServices } from "./webhook.ts";
import { openAuth, type SecretPlace, SecretUnreadableError } from "./webhook-auth.ts";
import { rotateSecret, webhookKind } from "./webhook-kind.ts";
import { findWebhook } from "./webhook-store.ts";

const route = routesFor<Caller>();

export function webhookRoutes(services: WebhookServices): Route[] {
  const kind = webhookKind(services);
  return [
    ...kindRoutes(services, kind, webhookOperations),
    route(webhookOperations.rotate, async ({ caller, params, body, request }) => {
      const input = { id: params.id, overlapSeconds: body.overlapSeconds };
      const { document, secret } = await rotateSecret(services, kind, kindCallOf(caller, request), input);
      return {
        status: 200,
        headers: entityTag(document.version),
        body: new JsonText(JSON.stringify({ ...document, secret })),
      };
    }),
    route(webhookOperations.test, async ({ caller, params, ended }) => {
      requireRight(caller, "update", { typePath: "webhook" }, params.id);
      const { attempt, ...outcome } = await sendTest(services, caller.org, params.id, ended);
      const { startedOn: _startedOn, ...reported } = attempt;
      return { status: 200, body: { ...outcome, ...reported } };
    }),
    route(webhookOperations.replay, async ({ caller, params, body }) => {
      requireRight(caller, "update", { typePath: "webhook" }, params.id);
      const { since, until, statuses, dryRun } = body;
      const end = until === undefined ? undefined : new Date(until);
      const range = { webhookId: params.id, since: new Date(since), until: end, statuses };
      const replay = dryRun ? previewReplay : replayRange;
      return { status: 200, body: { count: await replay(services, caller.org.id, range), dryRun } };
    }),
    ...deliveryRoutes(services),
  ];
}

function deliveryRoutes(services: WebhookServices): Route[] {
  const { db } = services;
  return [
    route(webhookDeliveryOperations.list, async ({ caller, query, budget }) => {
      requireRight(caller, "read", { typePath: "webhook-delivery" }, "list");
      const { rows, nextPageKey, total } = await listDeliveryPage(db, caller.org.id, {
        limit: query.limit,
        nextPageKey: query.nextPageKey,
        includeTotal: query.includeTotal === true,
        budget,
        criteria: query.criteria ?? {},
        order: query.order ?? {},
      });
      const page = {
        results: rows.map(presentDelivery),
        ...(nextPageKey === undefined ? {} : { nextPageKey }),
        ...(total === undefined ? {} : { total }),
      };
      return { status: 200, body: page };
    }),
    route(webhookDeliveryOperations.get, async ({ caller, params }) => {
      requireRight(caller, "read", { typePath: "webhook-delivery" }, params.id);
      const delivery = await findDelivery(db, caller.org.id, params.id);
      if (delivery === undefined) {
        throw notFound("webhook-delivery", params.id);
      }
      const [changeId] = await changeIdsOf(db, caller.org.id, [delivery]);
      const attempts = await listAttempts(db, caller.org.id, params.id);
      return { status: 200, body: presentWholeDelivery(delivery, changeId, attempts) };
    }),
    route(webhookDeliveryOperations.replay, async ({ caller, params }) => {
      requireRight(caller, "update", { typePath: "webhook-delivery" }, params.id);
      return { status: 200, body: presentDelivery(await replayDelivery(services, caller.org.id, params.id)) };
    }),
  ];
}

interface TestOutcome {
  readonly deliveryId: string;
  readonly isDelivered: boolean;
  readonly attempt: Attempt;
}

/** Sends a message now, even if the webhook is disabled, and logs it. It is not retried. */
async function sendTest(
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
    if (error instanceof SecretUnreadableError) {
      return { isDelivered: false, attempt: failedAttempt(startedOn, error.message) };
    }
    throw error;
  }
}
