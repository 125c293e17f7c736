import { webhookDeliveryOperations, webhookOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";
import { kindCallOf, kindRoutes } from "../entities/kind-routes.ts";
import { notFound } from "../errors.ts";
import { entityTag } from "../platform/http/entity-tags.ts";
import { parseQueryObject } from "../platform/http/query-object.ts";
import { JsonText, type Route, routesFor } from "../platform/http/route.ts";
import { changeIdsOf } from "./change-ids-of.ts";
import { findDelivery, listAttempts } from "./delivery-log-store.ts";
import { listDeliveryPage } from "./list-delivery-page.ts";
import { presentDelivery, presentWholeDelivery } from "./present-delivery.ts";
import { previewReplay, replayDelivery, replayRange } from "./replay-deliveries.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { sendTest } from "./send-test.ts";
import { webhookKind } from "./webhook-kind.ts";
import type { WebhookServices } from "./webhook-services.ts";

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
        criteria: query.criteria === undefined ? {} : parseQueryObject("criteria", query.criteria),
        order: query.order === undefined ? {} : parseQueryObject("order", query.order),
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
