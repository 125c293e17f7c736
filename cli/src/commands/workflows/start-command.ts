import type { EventWorkflowProcess, Weft } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { drawTable } from "../../output/table.ts";
import { asObject, readData } from "../entities/read-draft.ts";
import { followRun, readTimeout, requireRunCompleted } from "./follow-run.ts";
import { printRuns } from "./print-runs.ts";

interface StartOptions extends SharedOptions {
  readonly event?: string;
  readonly workflow?: string;
  readonly wait?: boolean;
  readonly timeout?: string;
}

export function startCommand(): Command {
  return defineCommand("start", {
    description: "Start the workflows with a trigger key",
    examples: [
      "weft workflows start 'manual|approve'",
      `weft workflows start 'manual|approve' --event '{"newData": {"status": "approved"}}' --wait`,
      "weft workflows start 'erp|order' --event @order.json --workflow <id>",
    ],
  })
    .argument("<triggerKey>", "trigger key such as 'manual|approve'; quote it, because | is special in shells")
    .option("--event <json>", "event data for the tasks; @file reads a file (JSON or YAML), - standard input")
    .option("--workflow <id>", "only this workflow")
    .option("--wait", "wait until the runs end, and show their tasks")
    .option("--timeout <seconds>", "with --wait: maximum wait")
    .action(
      commandAction<StartOptions>(async (context, { args: [triggerKey = ""], options }) => {
        const timeoutSeconds = readTimeout(options.timeout);
        if (timeoutSeconds !== undefined && options.wait !== true) throw usageError("--timeout requires --wait.");
        const weft = await context.weft();
        const started = await start(context, weft, triggerKey, options);
        if (options.wait !== true) {
          printStarted(context, started);
          return;
        }
        const ended: EventWorkflowProcess[] = [];
        for (const { id } of started) {
          ended.push(await followRun(context, weft, { id, timeoutSeconds }));
        }
        await printRuns(context, weft, ended);
        ended.forEach(requireRunCompleted);
      }),
    );
}

async function start(context: Context, weft: Weft, triggerKey: string, { event, workflow }: StartOptions) {
  const body = {
    triggerKey,
    ...(event === undefined ? {} : { event: asObject(await readData(context, event), "--event") }),
    ...(workflow === undefined ? {} : { eventWorkflowId: workflow }),
  };
  return (await weft.call("request-event-workflows", { body }, { signal: context.signal })).results;
}

function printStarted({ print, terminal }: Context, started: readonly EventWorkflowProcess[]): void {
  print.result({ results: started }, () =>
    started.length === 0
      ? ""
      : drawTable(
          started,
          [
            { title: "run", value: ({ id }) => id },
            { title: "workflow", value: ({ eventWorkflowId }) => eventWorkflowId },
            { title: "status", value: ({ status }) => status },
          ],
          terminal.columns(),
        ),
  );
  const [first] = started;
  print.note(
    first === undefined ? "No workflow has this trigger key." : `Follow it: weft runs show ${first.id} --wait`,
  );
}
