import type { WebhookAttempt, WebhookDelivery, WebhookDeliverySummary, WebhookTestOutcome } from "@weft/client";
import type { Command } from "commander";
import { CliError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { repeated } from "../../frame/option-values.ts";
import { cutTo, safeLines, safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import type { Column } from "../../output/table.ts";
import { type DraftOptions, withDraftOptions } from "../entities/read-draft.ts";
import { listNewest, type NewestOptions, newestQuery, withNewestOptions } from "../workflows/list-newest.ts";
import { listenCommand } from "./listen-command.ts";
import { printSecret } from "./print-secret.ts";
import { type AuthOptions, type DefinitionOptions, readWebhook } from "./read-webhook.ts";
import { replayCommand } from "./replay-command.ts";
import { rotateCommand } from "./rotate-command.ts";

/** The verbs of webhooks and their deliveries. */
export function webhooksVerbs(): Command[] {
  return [
    createWebhookCommand(),
    testCommand(),
    deliveriesCommand(),
    deliveryCommand(),
    replayCommand(),
    rotateCommand(),
    listenCommand(),
  ];
}

export function deliveryCommand(): Command {
  return defineCommand("delivery", {
    description: "Show a delivery: its message, attempts and responses",
    examples: ["weft webhooks delivery <id>", "weft webhooks delivery <id> --json"],
  })
    .argument("<id>", "delivery id, from weft webhooks deliveries")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const delivery = await weft.call("get-webhook-delivery", { params: { id } }, { signal: context.signal });
        context.print.result(delivery, () => formatDelivery(delivery, context.print.style));
      }),
    );
}

const answerColumns = 300;

/** A delivery with its message and its attempts. */
export function formatDelivery(delivery: WebhookDelivery, style: Style): string {
  const { id, webhookId, type, entityReference, status, sequence, nextAttemptOn, payload, attemptLog } = delivery;
  const about = entityReference === null ? "" : ` about ${safeText(entityReference)}`;
  return [
    `${style.bold(safeText(type))}${about}: ${paintOf(status, style)(status)}. Delivery ${id} of webhook ${webhookId}.\n`,
    ...(sequence === null ? [] : [`Sequence number ${sequence} for this entity.\n`]),
    ...(nextAttemptOn === null ? [] : [`Next attempt on ${nextAttemptOn}.\n`]),
    ...attemptLog.map((attempt) => formatAttempt(attempt, style)),
    "message\n",
    `${safeLines(JSON.stringify(payload, undefined, 2)).replace(/^/gm, "  ")}\n`,
  ].join("");
}

function formatAttempt(attempt: WebhookAttempt, style: Style): string {
  const { number, startedOn, durationMs, answerStatus, failure, answerBody } = attempt;
  const answer = answerStatus === null ? safeText(failure ?? "no response") : `response ${answerStatus}`;
  const body = answerBody === null || answerBody === "" ? "" : `    ${cutTo(safeText(answerBody), answerColumns)}\n`;
  const isWell = answerStatus !== null && answerStatus < 300;
  return `  ${number}. ${startedOn}  ${(isWell ? style.green : style.red)(answer)} after ${durationMs} ms\n${style.dim(body)}`;
}

function paintOf(status: WebhookDelivery["status"], style: Style): (text: string) => string {
  switch (status) {
    case "delivered":
      return style.green;
    case "pending":
      return style.yellow;
    case "parked":
    case "canceled":
      return style.red;
  }
}

export function testCommand(): Command {
  return defineCommand("test", {
    description: "Send a test message of the type webhook|test, and show the result",
    examples: ["weft webhooks test <id>"],
  })
    .argument("<id>", "webhook id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const outcome = await weft.call("test-webhook", { params: { id } }, { signal: context.signal });
        context.print.result(outcome, () => formatOutcome(outcome));
        if (!outcome.isDelivered) {
          throw new CliError("The test message was not delivered.", {
            next: `weft webhooks delivery ${outcome.deliveryId}`,
          });
        }
      }),
    );
}

const bodyColumns = 200;

function formatOutcome({ isDelivered, answerStatus, durationMs, failure, answerBody }: WebhookTestOutcome): string {
  const answer = answerStatus === null ? safeText(failure ?? "no response") : `response ${answerStatus}`;
  const body = answerBody === null || answerBody === "" ? "" : `\n${cutTo(safeText(answerBody), bodyColumns)}`;
  return `${isDelivered ? "Delivered" : "Not delivered"}: ${answer} after ${durationMs} ms.${body}`;
}

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
    .option("--description <text>", "description")
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

interface DeliveriesOptions extends SharedOptions, NewestOptions {
  readonly webhook?: string;
  readonly status?: string;
  readonly type?: string;
  readonly entity?: string;
}

export function deliveriesCommand(): Command {
  const command = defineCommand("deliveries", {
    description: "List webhook deliveries, sent and pending, newest first",
    examples: [
      "weft webhooks deliveries",
      "weft webhooks deliveries --webhook <id> --status parked",
      "weft webhooks deliveries --entity item:<id> --json",
    ],
  })
    .option("--webhook <id>", "only deliveries of this webhook")
    .option("--status <status>", "pending, delivered, parked or canceled")
    .option("--type <key>", "only events of this trigger key")
    .option("--entity <reference>", "only events of this entity, such as item:<id>");
  return withNewestOptions(command).action(
    commandAction<DeliveriesOptions>(async (context, { options }) => {
      const weft = await context.weft();
      const { webhook: webhookId, status, type, entity: entityReference } = options;
      const query = newestQuery(options, { webhookId, status, type, entityReference });
      await listNewest(context, options, columns, (key) =>
        weft.call("list-webhook-deliveries", { query: { ...query, ...key } }, { signal: context.signal }),
      );
    }),
  );
}

const columns: readonly Column<WebhookDeliverySummary>[] = [
  { title: "delivery", value: ({ id }) => id },
  { title: "webhook", value: ({ webhookId }) => webhookId },
  { title: "type", value: ({ type }) => type },
  { title: "about", value: ({ entityReference }) => entityReference },
  { title: "status", value: ({ status }) => status },
  { title: "tries", value: ({ attempts }) => attempts, isRight: true },
  { title: "answer", value: ({ answerStatus }) => answerStatus, isRight: true },
  { title: "created", value: ({ createdOn }) => createdOn },
];
