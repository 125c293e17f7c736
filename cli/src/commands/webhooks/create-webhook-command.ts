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
    description: "Create a webhook; a signing secret is made for it and shown once",
    examples: [
      "weft webhooks create --url https://shop.example/weft --trigger 'item|*' --trigger 'assortment|publish'",
      `weft webhooks create --url https://shop.example/weft --trigger 'item|update' --filter "{newData.status} === 'approved'"`,
      "weft webhooks create --url https://shop.example/weft --trigger '*' --auth-header X-Token --auth-value-file token.txt",
    ],
  })
    .option("--url <url>", "the address that is called")
    .option(
      "--trigger <key>",
      "what it is told of, such as 'item|update', 'item|*' or '*'; may be repeated",
      repeated,
      [],
    )
    .option("--filter <expression>", "only events for which it is true")
    .option("--secret-file <path>", "sign with the secret in this file instead of a new one; - reads standard input")
    .option("--auth-header <name>", "instead of signing, send a header with a secret value")
    .option("--auth-value-file <path>", "the file with that value; - reads standard input")
    .option("--no-auth", "neither sign nor send a secret")
    .option("--header <name: value>", "a header that is no secret; may be repeated", repeated, [])
    .option("--description <words>", "for people")
    .option("--timeout <seconds>", "for each call, 1 to 30")
    .option("--inactive", "do not collect events yet");
  return withDraftOptions(command)
    .option("--dry-run", "only check it, and create nothing")
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
        // A secret of a webhook that was not made is good for nothing.
        printSecret(context, secret === undefined || options.dryRun === true ? webhook : { ...webhook, secret });
      }),
    );
}
