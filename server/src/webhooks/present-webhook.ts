import type { KindDocument } from "../access/entity-kind.ts";
import type { WebhookRow } from "./webhook.ts";
import { previousOf } from "./webhook-auth.ts";

/** A webhook as shown to administrators and in the history: never with its secrets. */
export function presentWebhook(row: WebhookRow): KindDocument {
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
