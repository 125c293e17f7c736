import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { type Forwarded, forwardMessage } from "./forward-message.ts";
import { readMoment } from "./read-moment.ts";
import { readSecret } from "./read-webhook.ts";
import { watchDeliveries } from "./watch-deliveries.ts";

interface ListenOptions extends SharedOptions {
  readonly forwardTo: string;
  readonly since?: string;
  readonly secretFile?: string;
}

export function listenCommand(): Command {
  return defineCommand("listen", {
    description: "Forward copies of a webhook's messages to a local URL",
    examples: [
      "weft webhooks listen <id> --forward-to http://localhost:8080/hook",
      "weft webhooks listen <id> --forward-to http://localhost:8080/hook --since 1h --secret-file secret.txt",
    ],
  })
    .argument("<id>", "id of an active webhook; its own URL still receives every message")
    .requiredOption("--forward-to <url>", "URL that receives the copies")
    .option("--since <time>", "1h, 2d or a date: also forward messages sent since then")
    .option("--secret-file <path>", "sign the copies with the secret in this file, like the webhook's messages")
    .action(
      commandAction<ListenOptions>(async (context, { args: [webhookId = ""], options }) => {
        const { signal } = context;
        const url = readUrl(options.forwardTo);
        const since = options.since === undefined ? undefined : readMoment("--since", options.since, Date.now());
        const secret = options.secretFile === undefined ? undefined : await readSecret(context, options.secretFile);
        const weft = await context.weft();
        const { events } = await weft.call("get-webhook", { params: { id: webhookId } }, { signal });
        context.print.note(
          `Listening to ${events.join(", ")}. Press Ctrl-C to stop.${secret === undefined ? " The copies are not signed: pass --secret-file to sign them." : ""}`,
        );
        for await (const delivery of watchDeliveries(weft, { webhookId, since, signal })) {
          const forwarded = await forwardMessage(delivery, { url, secret, signal });
          context.print.line(forwarded, () => formatForwarded(forwarded, context.print.style));
        }
      }),
    );
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return text;
  throw usageError(`--forward-to takes a URL such as http://localhost:8080/hook, not ${text}.`);
}

function formatForwarded(
  { type, entityReference, answerStatus, durationMs, failure }: Forwarded,
  style: Style,
): string {
  const isWell = answerStatus !== null && answerStatus < 300;
  const answer = (isWell ? style.green : style.red)(
    safeText(answerStatus === null ? (failure ?? "no response") : String(answerStatus)),
  );
  return `${safeText(type)}  ${safeText(entityReference ?? "")}  → ${answer} (${durationMs} ms)`;
}
