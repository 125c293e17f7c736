import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { printSecret } from "./print-secret.ts";

interface Rotated {
  readonly noun: "webhooks" | "inbound-webhooks";
  readonly operation: "rotate-webhook" | "rotate-inbound-webhook";
  readonly description: string;
}

const sending: Rotated = {
  noun: "webhooks",
  operation: "rotate-webhook",
  description: "Rotate the signing secret; messages are also signed with the old one for a while",
};

const receiving: Rotated = {
  noun: "inbound-webhooks",
  operation: "rotate-inbound-webhook",
  description: "Rotate the secret; requests with the old one are accepted for a while",
};

interface RotateOptions extends SharedOptions {
  readonly overlap?: string;
}

export const rotateCommand = () => rotation(sending);
export const inboundWebhooksVerbs = () => [rotation(receiving)];

function rotation({ noun, operation, description }: Rotated): Command {
  return defineCommand("rotate", {
    description,
    examples: [`weft ${noun} rotate <id>`, `weft ${noun} rotate <id> --overlap 0`],
  })
    .argument("<id>", "webhook id")
    .option("--overlap <seconds>", "how long the old secret stays valid (default: 86400)")
    .action(
      commandAction<RotateOptions>(async (context, { args: [id = ""], options: { overlap } }) => {
        if (overlap !== undefined && !/^\d{1,6}$/.test(overlap)) {
          throw usageError(`--overlap takes seconds, up to 604800, not ${overlap}.`);
        }
        const weft = await context.weft();
        const body = overlap === undefined ? {} : { overlapSeconds: Number(overlap) };
        printSecret(context, await weft.call(operation, { params: { id }, body }, { signal: context.signal }));
      }),
    );
}
