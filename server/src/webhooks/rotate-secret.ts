import type { ChangeableKind, KindDocument } from "../access/entity-kind.ts";
import { type KindCall, updateKind } from "../entities/kind-verbs.ts";
import { conflict } from "../errors.ts";
import { presentWebhook } from "./present-webhook.ts";
import { rotatedAuth } from "./webhook-auth.ts";
import type { WebhookServices } from "./webhook-services.ts";
import { lockWebhook, saveWebhook } from "./webhook-store.ts";

type RotatedKind = Omit<ChangeableKind<never>, "update" | "prepareUpdate">;

/** The webhook with a new signing secret, which is shown this once; the old one signs too until the overlap is over. */
export async function rotateSecret(
  services: WebhookServices,
  { name, hasHistory, shapesWrites, audit, requireRight, find, lock }: RotatedKind,
  call: KindCall,
  { id, overlapSeconds }: { readonly id: string; readonly overlapSeconds: number },
): Promise<{ readonly document: KindDocument; readonly secret: string }> {
  let secret = "";
  const rotation: ChangeableKind<object> = {
    ...{ name, hasHistory, shapesWrites, requireRight, find },
    audit: typeof audit === "string" ? audit : { ...audit, updateAction: "webhook.rotate" },
    ...(lock === undefined ? {} : { lock }),
    async update(tx, { org, actor }) {
      const before = await lockWebhook(tx, org.id, id);
      if (before?.auth_type !== "hmac") {
        throw conflict("Only a signing secret can be rotated. PUT the webhook with an auth that has the new value.");
      }
      const place = { secrets: services.secrets, orgId: org.id, webhookId: id };
      const { stored, madeSecret } = rotatedAuth(place, before, overlapSeconds);
      secret = madeSecret;
      return presentWebhook(await saveWebhook(tx, org.id, { ...before, ...stored, updated_by_id: actor.id }));
    },
  };
  // No body says nothing new: the change is what the rotation itself makes.
  const document = await updateKind(services, rotation, call, { id, body: { rotate: true } });
  return { document, secret };
}
