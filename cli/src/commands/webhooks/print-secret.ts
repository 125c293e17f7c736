import type { CreatedWebhook, InboundWebhookCreated } from "@weft/client";
import type { Context } from "../../frame/context.ts";

/** A webhook with the secret that was made for it. It goes to standard output, once, and nowhere else. */
export function printSecret({ print }: Context, webhook: CreatedWebhook | InboundWebhookCreated): void {
  print.fields(webhook);
  if (webhook.secret !== undefined) print.note("Keep the secret: it is shown this once.");
}
