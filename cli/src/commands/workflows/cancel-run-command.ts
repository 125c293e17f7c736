import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";

export function cancelRunCommand(): Command {
  return defineCommand("cancel", {
    description: "End a run: what runs or waits is canceled",
    examples: ["weft workflows cancel <run id>"],
  })
    .argument("<id>", "the run's id, as weft workflows runs lists it")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const run = await weft.call("cancel-event-workflow-process", { params: { id } }, { signal: context.signal });
        context.print.result(run, () => `The run ${id} is ${run.status}.`);
      }),
    );
}
