import type { CallbackReceipt } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { repeated } from "../../frame/option-values.ts";
import { safeText } from "../../output/safe-text.ts";
import { asObject, readData } from "../entities/read-draft.ts";
import { formatTask } from "../workflows/format-task.ts";
import { claimCommand } from "./claim-command.ts";

/** The verbs of tasks for external workers. */
export function tasksVerbs(): Command[] {
  return [
    getTaskCommand(),
    claimCommand(),
    completeCommand(),
    failCommand(),
    progressCommand(),
    subtextCommand(),
    retryCommand(),
    callbacksCommand(),
  ];
}

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

export function subtextCommand(): Command {
  return defineCommand("subtext", {
    description: "Set the status message of a task and its run",
    examples: ['weft tasks subtext <id> "waiting for the mill"', 'weft tasks subtext <id> ""'],
  })
    .argument("<id>", "task id")
    .argument("<text>", "status message; an empty text clears it")
    .action(
      commandAction(async (context, { args: [taskId = "", words = ""] }) => {
        const weft = await context.weft();
        const subtext = words === "" ? null : words;
        const task = await weft.tasks.setSubtext({ taskId, subtext, signal: context.signal });
        context.print.result(task, () => `${safeText(task.name)} ${task.status}: ${safeText(task.subtext ?? "")}`);
      }),
    );
}

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

export function callbacksCommand(): Command {
  return defineCommand("callbacks", {
    description: "List the callbacks received for a task, with their results",
    examples: ["weft tasks callbacks <id>"],
  })
    .argument("<id>", "task id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const page = await weft.call(
          "list-event-workflow-task-callbacks",
          { params: { id } },
          { signal: context.signal },
        );
        context.print.page(page, [
          { title: "received", value: ({ receivedOn }) => receivedOn },
          { title: "status", value: ({ status }) => status },
          { title: "verdict", value: ({ verdict }) => verdict },
          { title: "by", value: ({ actorName, actorId }) => actorName ?? actorId },
          { title: "detail", value: ({ detail }) => detail },
        ]);
      }),
    );
}

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

/** Prints the result of a callback. */
export function printReceipt({ print }: Context, receipt: CallbackReceipt, words: string): void {
  const early = "The task is not waiting yet: the callback is queued, and applied as soon as it is.";
  print.result(receipt, () => `${receipt.applied ? words : early} Run ${receipt.processId}.`);
}

export interface NewsOptions extends SharedOptions {
  readonly output?: string;
  readonly outputFile?: string;
  readonly log: readonly string[];
  readonly subtext?: string;
}

/** The options of a callback. */
export interface News {
  readonly output?: object;
  readonly logs?: readonly string[];
  readonly subtext?: string;
}

export function withNewsOptions(command: Command): Command {
  return command
    .option("--output <json>", "output for later tasks; @file reads a file (JSON or YAML), - standard input")
    .option("--output-file <path>", "same as --output @file")
    .option("--log <line>", "log line; repeatable", repeated, [])
    .option("--subtext <text>", "status message");
}

export async function readNews(context: Context, { output, outputFile, log, subtext }: NewsOptions): Promise<News> {
  if (output !== undefined && outputFile !== undefined) {
    throw usageError("--output and --output-file cannot be combined.");
  }
  const data = outputFile === undefined ? output : `@${outputFile}`;
  return {
    ...(data === undefined ? {} : { output: asObject(await readData(context, data), "--output") }),
    ...(log.length === 0 ? {} : { logs: log }),
    ...(subtext === undefined ? {} : { subtext }),
  };
}
