import type { WebhookDeliverySummary } from "@weft/client";
import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import type { Column } from "../../output/table.ts";
import { listNewest, type NewestOptions, newestQuery, withNewestOptions } from "../workflows/list-newest.ts";

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
