import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { followRun, readTimeout, requireRunCompleted } from "./follow-run.ts";
import { logLinesDefault, timelineOf } from "./print-runs.ts";

interface RunOptions extends SharedOptions {
  readonly wait?: boolean;
  readonly timeout?: string;
  readonly logs: string;
}

export function runCommand(): Command {
  return defineCommand("run", {
    description: "Show a run as a timeline: its tasks, how long they took, what they say, and their last log lines",
    examples: [
      "weft workflows run <run id>",
      "weft workflows run <run id> --wait",
      "weft workflows run <run id> --logs 20",
    ],
  })
    .argument("<id>", "the run's id, as weft workflows runs lists it")
    .option("--wait", "wait until it has ended")
    .option("--timeout <seconds>", "with --wait: not for longer than this")
    .option("--logs <lines>", "of each task", String(logLinesDefault))
    .action(
      commandAction<RunOptions>(async (context, { args: [id = ""], options }) => {
        if (!/^\d{1,4}$/.test(options.logs)) throw usageError(`--logs takes a number of lines, not ${options.logs}.`);
        const weft = await context.weft();
        const run =
          options.wait === true
            ? await followRun(context, weft, { id, timeoutSeconds: readTimeout(options.timeout) })
            : await weft.call(
                "get-event-workflow-process",
                { params: { id }, query: { relations: "tasks" } },
                { signal: context.signal },
              );
        const words = context.isJson ? "" : await timelineOf(context, weft, run, Number(options.logs));
        context.print.result(run, () => words);
        if (options.wait === true) requireRunCompleted(run);
      }),
    );
}
