import type { Command } from "commander";
import { createWebhookCommand } from "./create-webhook-command.ts";
import { deliveriesCommand } from "./deliveries-command.ts";
import { deliveryCommand } from "./delivery-command.ts";
import { listenCommand } from "./listen-command.ts";
import { replayCommand } from "./replay-command.ts";
import { rotateCommand } from "./rotate-command.ts";
import { testCommand } from "./test-command.ts";

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
