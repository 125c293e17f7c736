import { lockFeed, openFeed } from "../changes/change-log-store.ts";
import { changesTopic } from "../changes/log-watch.ts";
import { recordChanges } from "../changes/record-changes.ts";
import type { Transaction } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import { notifyOwners } from "./notify-owners.ts";
import type { WebhookRow } from "./webhook.ts";
import type { WebhookServices } from "./webhook-services.ts";
import { lockWebhook, saveWebhook } from "./webhook-store.ts";

/** Disables a webhook and notifies its owner. Does nothing if it is already disabled. */
export async function disableWebhook(
  services: WebhookServices,
  orgId: string,
  webhookId: string,
  reason: string,
): Promise<void> {
  const { db, bus, types } = services;
  const disabled = await db.transaction((tx) => switchOff(tx, orgId, webhookId, reason));
  if (disabled !== undefined) {
    types.announceChange(orgId);
    bus.publish(changesTopic, orgId);
    await notifyOwners(services, orgId, disabled, reason);
  }
}

async function switchOff(
  tx: Transaction,
  orgId: string,
  webhookId: string,
  reason: string,
): Promise<WebhookRow | undefined> {
  // Before locking the row of the webhook: the lock order of every change.
  await openFeed(tx, orgId);
  const typesVersion = (await lockFeed(tx, orgId)) ?? 0;
  const before = await lockWebhook(tx, orgId, webhookId);
  if (before === undefined || !before.is_active) {
    return undefined;
  }
  const after = await saveWebhook(tx, orgId, {
    ...before,
    is_active: false,
    disabled_reason: reason,
    disabled_on: new Date(),
  });
  const change = {
    entityType: "webhook",
    entityId: webhookId,
    typePath: "webhook",
    projectId: null,
    action: "update",
    entityVersion: after.version,
    diffs: JSON.stringify({ isActive: [true, false], disabledReason: [null, reason] }),
    // No user or app did it, so the webhook itself is the author.
    author: {
      actorId: webhookId,
      actorType: "app",
      actorName: "The webhook itself",
      changeSetId: newId(),
      source: "api",
      sourceId: null,
    },
  } as const;
  await recordChanges(tx, orgId, [change], { typesVersion, changesTypes: true });
  return after;
}
