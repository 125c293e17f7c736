import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { safeText } from "../../output/safe-text.ts";

export function subtextCommand(): Command {
  return defineCommand("subtext", {
    description: "Set the status message of a task and its run",
    examples: ['weft tasks subtext <id> "waiting for the mill"', 'weft tasks subtext <id> ""'],
  })
    .argument("<id>", "task id")
    .argument("<words>", "status message; an empty text clears it")
    .action(
      commandAction(async (context, { args: [taskId = "", words = ""] }) => {
        const weft = await context.weft();
        const subtext = words === "" ? null : words;
        const task = await weft.tasks.setSubtext({ taskId, subtext, signal: context.signal });
        context.print.result(task, () => `${safeText(task.name)} ${task.status}: ${safeText(task.subtext ?? "")}`);
      }),
    );
}
