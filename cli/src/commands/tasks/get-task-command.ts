import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { formatTask } from "../workflows/format-task.ts";

export function getTaskCommand(): Command {
  return defineCommand("get", {
    description: "Show a task: status, input, output and log",
    examples: ["weft tasks get <id>", "weft tasks show <id> --json"],
  })
    .alias("show")
    .argument("<id>", "task id")
    .action(
      commandAction(async (context, { args: [taskId = ""] }) => {
        const weft = await context.weft();
        const task = await weft.tasks.get({ taskId, signal: context.signal });
        context.print.result(task, () => formatTask(task, { style: context.print.style, now: Date.now() }));
      }),
    );
}
