import type { Command } from "commander";
import { acting, leaf } from "../../frame/leaf.ts";
import { taskWords } from "../workflows/task-words.ts";

export function getTaskCommand(): Command {
  return leaf("get", {
    description: "Show a task: how it stands, its input, output and log",
    examples: ["weft tasks get <id>", "weft tasks show <id> --json"],
  })
    .alias("show")
    .argument("<id>", "its id")
    .action(
      acting(async (context, { args: [taskId = ""] }) => {
        const weft = await context.weft();
        const task = await weft.tasks.get({ taskId, signal: context.signal });
        context.print.result(task, () => taskWords(task, { style: context.print.style, now: Date.now() }));
      }),
    );
}
