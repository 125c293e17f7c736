import type { webhookOperations } from "@weft/contract";
import type { z } from "zod";
import { requireRight } from "../access/decide.ts";
import type { ChangeableKind, EntityKind, KindDocument } from "../kinds/entity-kind.ts";
import { actOnKind, type KindCall } from "../kinds/kind-verbs.ts";
import { capReached, conflict } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/job-store.ts";
import { isJsonObject, type JsonObject } from "../platform/json-value.ts";
import { parseUrl } from "../platform/parse-url.ts";
import { requireWebhook } from "./require-webhook.ts";
import { type WebhookRow, type WebhookServices, webhooksTopic } from "./webhook.ts";
import { changedAuth, newAuth, previousOf, rotatedAuth } from "./webhook-auth.ts";
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  saveWebhook,
} from "./webhook-store.ts";

type Create = z.output<typeof webhookOperations.create.body>;
type Update = z.output<typeof webhookOperations.update.body>;

type WebhookKindServices = Pick<WebhookServices, "bus" | "caps" | "outboundAllowedRanges" | "secrets">;

export const deleteDeliveriesTask = "forget-deliveries-of-webhook";

/** Webhooks: administrators only. */
export function webhookKind(services: WebhookKindServices): EntityKind<Create, Update> {
  const { bus, secrets, outboundAllowedRanges } = services;
  const check = async <Body extends Update>(body: Body) => {
    await requireWebhook(body, outboundAllowedRanges);
    return body;
  };
  return {
    name: "webhook",
    plural: "webhooks",
    hasHistory: true,
    audit: { as: "webhook", secretFields: ["auth"], redact: redactWebhook },
    shapesWrites: true,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "webhook" }, id),
    list: async (db, caller) => (await listWebhooks(db, caller.org.id)).map(presentWebhook),
    find: async (db, caller, id) => presentFound(await findWebhook(db, caller.org.id, id)),
    lock: async (tx, caller, id) => presentFound(await lockWebhook(tx, caller.org.id, id)),
    prepareCreate: async (body) => {
      await requireWebhook(body, outboundAllowedRanges);
      return body;
    },
    prepareUpdate: check,
    async create(tx, caller, body) {
      const orgId = caller.org.id;
      const { webhooksMax } = services.caps;
      // Every event of the org is matched against each webhook.
      if ((await countWebhooks(tx, orgId)) >= webhooksMax) {
        throw capReached("webhooks", webhooksMax, "WEFT_WEBHOOKS_MAX");
      }
      const id = newId();
      const { stored, madeSecret } = newAuth({ secrets, orgId, webhookId: id }, body.auth);
      const draft = { ...stored, ...columnsOf(body), filter: body.filter ?? null };
      const row = await insertWebhook(tx, orgId, { ...draft, id, created_by_id: caller.actor.id });
      return {
        document: presentWebhook(row),
        ...(madeSecret === undefined ? {} : { shownOnce: { secret: madeSecret } }),
      };
    },
    async update(tx, caller, { before, body }) {
      const orgId = caller.org.id;
      const current = await lockWebhook(tx, orgId, before.id);
      if (current === undefined) {
        throw conflict(`The webhook ${before.id} was deleted by another request.`);
      }
      const place = { secrets, orgId, webhookId: current.id };
      const isMoved = body.url !== undefined && body.url !== current.url;
      const auth = changedAuth(place, current, { auth: body.auth, isMoved });
      const changed = { ...current, ...auth, ...sentColumnsOf(body) };
      const row = await saveWebhook(tx, orgId, { ...restarted(current, changed), updated_by_id: caller.actor.id });
      return presentWebhook(row);
    },
    async remove(tx, caller, { id }) {
      await deleteWebhook(tx, caller.org.id, id);
      // There may be millions of deliveries, which are no longer visible: deleted in the background.
      const payload = { orgId: caller.org.id, webhookId: id };
      await addJob(tx, caller.org.id, { task: deleteDeliveriesTask, payload });
    },
    announce: (orgId) => bus.publish(webhooksTopic, orgId),
  };
}

/** Query strings and header values often contain tokens. */
function redactWebhook(document: JsonObject): JsonObject {
  const { url, headers, ...rest } = document;
  const address = typeof url === "string" ? parseUrl(url) : undefined;
  return {
    ...rest,
    url: address === undefined ? null : `${address.origin}${address.pathname}`,
    headers: Object.keys(isJsonObject(headers) ? headers : {}),
  };
}

function presentFound(row: WebhookRow | undefined) {
  return row === undefined ? undefined : presentWebhook(row);
}

function columnsOf(body: Create) {
  const { url, events, description, headers } = body;
  return { url, events, description, headers, is_active: body.isActive, timeout_seconds: body.timeoutSeconds };
}

function sentColumnsOf(body: Update): Partial<WebhookRow> {
  const columns = {
    url: body.url,
    events: body.events,
    filter: body.filter,
    description: body.description,
    headers: body.headers,
    is_active: body.isActive,
    timeout_seconds: body.timeoutSeconds,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** A webhook that is enabled again, or has a new URL, starts without its past failures. */
function restarted(before: WebhookRow, after: WebhookRow): WebhookRow {
  const isRestarted = after.is_active && (!before.is_active || before.url !== after.url);
  return isRestarted
    ? { ...after, disabled_reason: null, disabled_on: null, failing_since: null, paused_until: null }
    : after;
}

/** A webhook as shown to administrators and in the history: never with its secrets. */
function presentWebhook(row: WebhookRow): KindDocument {
  return {
    id: row.id,
    entityType: "webhook",
    typePath: "webhook",
    url: row.url,
    events: row.events,
    filter: row.filter,
    auth: presentAuth(row),
    isActive: row.is_active,
    description: row.description,
    headers: row.headers,
    timeoutSeconds: row.timeout_seconds,
    disabledReason: row.disabled_reason,
    disabledOn: timeOf(row.disabled_on),
    failingSince: timeOf(row.failing_since),
    lastDeliveredOn: timeOf(row.last_delivered_on),
    pausedUntil: timeOf(row.paused_until),
    createdOn: row.created_on.toISOString(),
    updatedOn: row.updated_on.toISOString(),
    createdById: row.created_by_id,
    updatedById: row.updated_by_id,
    version: row.version,
  };
}

function presentAuth(row: WebhookRow) {
  switch (row.auth_type) {
    case "none":
      return { type: "none" };
    case "header":
      return { type: "header", name: row.header_name, valueHint: row.secret_hint, since: timeOf(row.secret_since) };
    case "hmac":
      return {
        type: "hmac",
        secrets: [
          { since: timeOf(row.secret_since), until: null },
          ...previousOf(row).map(() => ({
            since: timeOf(row.previous_secret_since),
            until: timeOf(row.previous_secret_until),
          })),
        ],
      };
  }
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

/** The webhook with a new signing secret, which is shown only once. The old one also signs until the overlap ends. */
export async function rotateSecret<Update>(
  services: WebhookServices,
  kind: ChangeableKind<Update>,
  call: KindCall,
  { id, overlapSeconds }: { readonly id: string; readonly overlapSeconds: number },
): Promise<{ readonly document: KindDocument; readonly secret: string }> {
  let secret = "";
  const document = await actOnKind(services, kind, call, {
    id,
    action: "webhook.rotate",
    async act(tx, { org, actor }) {
      const before = await lockWebhook(tx, org.id, id);
      if (before?.auth_type !== "hmac") {
        throw conflict("Only a signing secret can be rotated. PUT the webhook with an auth that has the new value.");
      }
      const place = { secrets: services.secrets, orgId: org.id, webhookId: id };
      const { stored, madeSecret } = rotatedAuth(place, before, overlapSeconds);
      secret = madeSecret;
      return presentWebhook(await saveWebhook(tx, org.id, { ...before, ...stored, updated_by_id: actor.id }));
    },
  });
  return { document, secret };
}
