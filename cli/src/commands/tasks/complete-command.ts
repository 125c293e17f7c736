import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { printReceipt } from "./print-receipt.ts";
import { type NewsOptions, readNews, withNewsOptions } from "./read-news.ts";

export function completeCommand(): Command {
  const command = defineCommand("complete", {
    description: "Complete a waiting task; its run continues",
    examples: [
      'weft tasks complete <id> --output \'{"cost": 12.4}\' --log "quoted"',
      "weft tasks complete <id> --output-file quote.json",
    ],
  }).argument("<id>", "task id");
  return withNewsOptions(command).action(
    commandAction<NewsOptions>(async (context, { args: [taskId = ""], options }) => {
      const news = await readNews(context, options);
      const weft = await context.weft();
      const receipt = await weft.tasks.complete({ taskId, ...news, signal: context.signal });
      printReceipt(context, receipt, `Completed the task ${taskId}.`);
    }),
  );
}
