import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";

export function cancelCommand(): Command {
  return defineCommand("cancel", {
    description: "End a load after the batch under way; what is written stays",
    examples: ["weft loads cancel <id>"],
  })
    .argument("<id>", "its id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const load = await weft.loader.cancel({ id, signal: context.signal });
        context.print.result(load, () =>
          load.status === "canceled" ? `The load ${id} is canceled.` : `The load ${id} ends after the batch under way.`,
        );
        if (load.status !== "canceled")
          context.print.note(`weft loads watch ${id} tells when, weft loads undo ${id} takes back.`);
      }),
    );
}
