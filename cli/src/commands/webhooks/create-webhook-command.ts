import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { repeated } from "../../frame/repeated.ts";
import { type DraftOptions, withDraftOptions } from "../entities/read-draft.ts";
import { printSecret } from "./print-secret.ts";
import { type AuthOptions, type DefinitionOptions, readWebhook } from "./read-webhook.ts";

type CreateOptions = SharedOptions & DraftOptions & AuthOptions & DefinitionOptions & { readonly dryRun?: boolean };

export function createWebhookCommand(): Command {
  const command = defineCommand("create", {
    description: "Create a webhook; its signing secret is generated and shown once",
    examples: [
      "weft webhooks create --url https://shop.example/weft --trigger 'item|*' --trigger 'assortment|publish'",
      `weft webhooks create --url https://shop.example/weft --trigger 'item|update' --filter "{newData.status} === 'approved'"`,
      "weft webhooks create --url https://shop.example/weft --trigger '*' --auth-header X-Token --auth-value-file token.txt",
    ],
  })
    .option("--url <url>", "URL to call")
    .option("--trigger <key>", "event to send, such as 'item|update', 'item|*' or '*'; repeatable", repeated, [])
    .option("--filter <expression>", "send only events for which this is true")
    .option("--secret-file <path>", "sign with the secret in this file instead of a new one; - reads standard input")
    .option("--auth-header <name>", "send a header with a secret value instead of a signature")
    .option("--auth-value-file <path>", "file with that value; - reads standard input")
    .option("--no-auth", "no signature and no secret header")
    .option("--header <name: value>", "non-secret header; repeatable", repeated, [])
    .option("--description <words>", "description")
    .option("--timeout <seconds>", "timeout per request, 1 to 30")
    .option("--inactive", "create it disabled");
  return withDraftOptions(command)
    .option("--dry-run", "validate without creating")
    .action(
      commandAction<CreateOptions>(async (context, { options }) => {
        const body = await readWebhook(context, options);
        const weft = await context.weft();
        const query = options.dryRun === true ? { query: { dryRun: true } } : {};
        const { secret, ...webhook } = await weft.call(
          "create-webhook",
          { ...query, body },
          { signal: context.signal },
        );
        // The secret of a webhook that was not created is useless.
        printSecret(context, secret === undefined || options.dryRun === true ? webhook : { ...webhook, secret });
      }),
    );
}
