import type { Command } from "commander";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { printReceipt } from "./print-receipt.ts";
import { type NewsOptions, readNews, withNewsOptions } from "./read-news.ts";

export function failCommand(): Command {
  const command = defineCommand("fail", {
    description: "Fail a waiting task and its run",
    examples: ['weft tasks fail <id> --log "the factory is closed" --subtext Refused'],
  }).argument("<id>", "task id");
  return withNewsOptions(command).action(
    commandAction<NewsOptions>(async (context, { args: [taskId = ""], options }) => {
      const news = await readNews(context, options);
      const weft = await context.weft();
      const receipt = await weft.tasks.fail({ taskId, ...news, signal: context.signal });
      printReceipt(context, receipt, `Failed the task ${taskId}.`);
    }),
  );
}
