import type { ChangeableKind, KindDocument } from "../access/entity-kind.ts";
import { actOnKind, type KindCall } from "../entities/kind-verbs.ts";
import { conflict } from "../errors.ts";
import { presentWebhook } from "./present-webhook.ts";
import { rotatedAuth } from "./webhook-auth.ts";
import type { WebhookServices } from "./webhook-services.ts";
import { lockWebhook, saveWebhook } from "./webhook-store.ts";

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
