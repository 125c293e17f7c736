import { findUser, listUsers, type UserRow } from "../access/user-store.ts";
import { lockFeed, openFeed } from "../changes/change-log-store.ts";
import { changesTopic } from "../changes/log-watch.ts";
import { recordChanges } from "../changes/record-changes.ts";
import type { Transaction } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import type { WebhookRow, WebhookServices } from "./webhook.ts";
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
    federatedId: null,
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

/** Sends mail to the user who created the webhook, or to the owners of the org if an app created it. */
async function notifyOwners(
  { db, mailer }: WebhookServices,
  orgId: string,
  webhook: WebhookRow,
  reason: string,
): Promise<void> {
  const maker = webhook.created_by_id === null ? undefined : await findUser(db, orgId, webhook.created_by_id);
  const owners = isReachable(maker) ? [maker] : (await listUsers(db, orgId)).filter(isOwner);
  await mailer.send({
    orgId,
    to: owners.map(({ email }) => email),
    subject: `The webhook to ${new URL(webhook.url).host} was disabled`,
    text: [
      `The webhook ${webhook.id} (${webhook.description || "no description"}) was disabled.`,
      reason,
      "",
      "Its deliveries are parked. When the receiver works again, set isActive to true and replay the missing deliveries:",
      `PUT /api/webhooks/${webhook.id} {"isActive": true}`,
      `POST /api/webhooks/${webhook.id}/replay {"since": "…", "statuses": ["parked"]}`,
    ].join("\n"),
  });
}

function isReachable(user: UserRow | undefined): user is UserRow {
  return user?.is_active === true;
}

function isOwner(user: UserRow): boolean {
  return user.is_active && user.role === "owner";
}
