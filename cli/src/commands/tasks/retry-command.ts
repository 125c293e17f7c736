import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { safeText } from "../../output/safe-text.ts";

export function retryCommand(): Command {
  return defineCommand("retry", {
    description: "Run a failed task again; its run goes on from there",
    examples: ["weft tasks retry <id>"],
  })
    .argument("<id>", "its id")
    .action(
      commandAction(async (context, { args: [taskId = ""] }) => {
        const weft = await context.weft();
        const task = await weft.tasks.retry({ taskId, signal: context.signal });
        context.print.result(task, () => `${safeText(task.name)} is run again. Run ${task.processId}.`);
        context.print.note(`weft workflows run ${task.processId} --wait shows how it ends.`);
      }),
    );
}
