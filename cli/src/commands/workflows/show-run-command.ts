import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { followRun, readTimeout, requireRunCompleted } from "./follow-run.ts";
import { logLinesDefault, timelineOf } from "./print-runs.ts";

interface RunOptions extends SharedOptions {
  readonly wait?: boolean;
  readonly timeout?: string;
  readonly logs: string;
}

/** weft runs show; weft workflows run is its former name. */
export function showRunCommand(name: "show" | "run"): Command {
  const typed = name === "show" ? "weft runs show" : "weft workflows run";
  return defineCommand(name, {
    description: "Show a run as a timeline: tasks, durations, status messages and last log lines",
    examples: [`${typed} <run id>`, `${typed} <run id> --wait`, `${typed} <run id> --logs 20`],
  })
    .argument("<id>", "run id, from weft workflows runs")
    .option("--wait", "wait until the run ends")
    .option("--timeout <seconds>", "with --wait: maximum wait")
    .option("--logs <lines>", "log lines per task", String(logLinesDefault))
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
