import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { acting, leaf } from "../../frame/leaf.ts";
import { tellSecret } from "./tell-secret.ts";

interface RotateOptions extends SharedOptions {
  readonly overlap?: string;
}

export function rotateCommand(): Command {
  return leaf("rotate", {
    description: "Make a new signing secret; the old one goes on signing for a while",
    examples: ["weft webhooks rotate <id>", "weft webhooks rotate <id> --overlap 0"],
  })
    .argument("<id>", "its id")
    .option("--overlap <seconds>", "how long the old one goes on; left out, a day")
    .action(
      acting<RotateOptions>(async (context, { args: [id = ""], options: { overlap } }) => {
        if (overlap !== undefined && !/^\d{1,6}$/.test(overlap)) {
          throw usageError(`--overlap takes seconds, up to 604800, not ${overlap}.`);
        }
        const weft = await context.weft();
        const body = overlap === undefined ? {} : { overlapSeconds: Number(overlap) };
        tellSecret(context, await weft.call("rotate-webhook", { params: { id }, body }, { signal: context.signal }));
      }),
    );
}
