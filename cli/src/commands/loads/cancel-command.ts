import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";

export function cancelCommand(): Command {
  return defineCommand("cancel", {
    description: "Cancel a load after the current batch; earlier writes are kept",
    examples: ["weft loads cancel <id>"],
  })
    .argument("<id>", "load id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const load = await weft.loader.cancel({ id, signal: context.signal });
        context.print.result(load, () =>
          load.status === "canceled"
            ? `The load ${id} is canceled.`
            : `The load ${id} will be canceled after the current batch.`,
        );
        if (load.status !== "canceled")
          context.print.note(`weft loads watch ${id} follows it, weft loads undo ${id} undoes it.`);
      }),
    );
}
