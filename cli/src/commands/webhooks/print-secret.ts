import type { CreatedWebhook, InboundWebhookCreated } from "@weft/client";
import type { Context } from "../../frame/context.ts";

/** A webhook with its new secret, which is printed once, to standard output only. */
export function printSecret({ print }: Context, webhook: CreatedWebhook | InboundWebhookCreated): void {
  print.fields(webhook);
  if (webhook.secret !== undefined) print.note("Store the secret: it is shown only once.");
}
