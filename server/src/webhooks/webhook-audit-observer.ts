import type { AuditRow } from "../access/audit/audit-entry.ts";
import type { AuditObserver } from "../access/audit/audit-log.ts";
import { presentWithoutValues } from "../access/audit/present-audit-entry.ts";
import type { WeftEvent } from "../entities/event-listener.ts";
import { TypeTree } from "../entity-types/type-tree.ts";
import { newId } from "../platform/ids.ts";
import { type WebhookListenerServices, webhookListener } from "./webhook-listener.ts";

// An audit entry does not depend on the types of the org.
const noTypes = new TypeTree(0, [], new Map());

/** Queues an audit entry for webhooks, in the transaction of the entry. Audit entries do not trigger workflows. */
export function webhookAuditObserver(services: WebhookListenerServices): AuditObserver {
  const listener = webhookListener(services);
  return async (tx, orgId, row) => {
    const event = eventOf(row);
    const ofOrg = await listener.listenerOf(tx, orgId);
    if (ofOrg?.hears(event.name) === true) {
      await ofOrg.rowsFor(tx, [event], noTypes);
    }
  };
}

/** Without personal values: deliveries are stored where an erasure does not reach. */
function eventOf(row: AuditRow): WeftEvent & { readonly kind: "named" } {
  return {
    kind: "named",
    name: `audit|${row.action}`,
    payload: { auditEntry: presentWithoutValues(row) },
    author: {
      actorId: row.actor_id ?? "",
      actorType: row.actor_type === "user" ? "user" : "app",
      actorName: row.actor_type,
      changeSetId: newId(),
      source: "api",
      sourceId: row.request_id,
    },
  };
}
