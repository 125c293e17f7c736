import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { printReceipt } from "./print-receipt.ts";
import { type NewsOptions, readNews, withNewsOptions } from "./read-news.ts";

export function progressCommand(): Command {
  const command = defineCommand("progress", {
    description: "Report task progress; also serves as a heartbeat",
    examples: [
      'weft tasks progress <id> 40 --subtext "samples ordered"',
      'weft tasks progress <id> --log "still at it"',
    ],
  })
    .argument("<id>", "task id")
    .argument("[percent]", "progress from 0 to 100");
  return withNewsOptions(command).action(
    commandAction<NewsOptions>(async (context, { args: [taskId = "", percent], options }) => {
      const progress = percent === undefined ? {} : { progress: readPercent(percent) };
      const news = await readNews(context, options);
      const weft = await context.weft();
      const receipt = await weft.tasks.progress({ taskId, ...progress, ...news, signal: context.signal });
      printReceipt(context, receipt, `Progress reported for the task ${taskId}.`);
    }),
  );
}

function readPercent(text: string): number {
  const percent = Number(text.replace(/\s*%$/, ""));
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) {
    throw usageError(`Percent must be a whole number from 0 to 100, not ${text}.`);
  }
  return percent;
}
