import { findUser, listUsers, type UserRow } from "../access/users/user-store.ts";
import type { WebhookRow } from "./webhook.ts";
import type { WebhookServices } from "./webhook-services.ts";

/** Sends mail to the user who created the webhook, or to the owners of the org if an app created it. */
export async function notifyOwners(
  { db, mailer }: WebhookServices,
  orgId: string,
  webhook: WebhookRow,
  reason: string,
): Promise<void> {
  const maker = webhook.created_by_id === null ? undefined : await findUser(db, orgId, webhook.created_by_id);
  const owners = isReachable(maker) ? [maker] : (await listUsers(db, orgId)).filter(isOwner);
  await mailer.send({
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
