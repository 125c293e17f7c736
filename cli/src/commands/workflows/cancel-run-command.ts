import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";

export function cancelRunCommand(): Command {
  return defineCommand("cancel", {
    description: "Cancel a run with its running and waiting tasks",
    examples: ["weft workflows cancel <run id>"],
  })
    .argument("<id>", "run id, from weft workflows runs")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const run = await weft.call("cancel-event-workflow-process", { params: { id } }, { signal: context.signal });
        context.print.result(run, () => `The run ${id} is ${run.status}.`);
      }),
    );
}
