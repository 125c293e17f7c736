import type { WebhookTestOutcome } from "@weft/client";
import type { Command } from "commander";
import { CliError } from "../../frame/cli-error.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { cutTo, safeText } from "../../output/safe-text.ts";

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
