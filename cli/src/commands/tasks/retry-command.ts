import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { safeText } from "../../output/safe-text.ts";

export function retryCommand(): Command {
  return defineCommand("retry", {
    description: "Retry a failed task; its run continues from there",
    examples: ["weft tasks retry <id>"],
  })
    .argument("<id>", "task id")
    .action(
      commandAction(async (context, { args: [taskId = ""] }) => {
        const weft = await context.weft();
        const task = await weft.tasks.retry({ taskId, signal: context.signal });
        context.print.result(task, () => `Retrying ${safeText(task.name)}. Run ${task.processId}.`);
        context.print.note(`Follow it: weft runs show ${task.processId} --wait`);
      }),
    );
}
