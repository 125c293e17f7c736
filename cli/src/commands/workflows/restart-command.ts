import type { EventWorkflowProcessRestart } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { safeText } from "../../output/safe-text.ts";
import { asObject, readData } from "../entities/read-draft.ts";

/** The verbs that restart a run and show what restarts replaced. */
export function restartVerbs(): Command[] {
  return [restartCommand(), restartsCommand()];
}

interface RestartOptions extends SharedOptions {
  readonly from?: string;
  readonly output?: string;
}

function restartCommand(): Command {
  return defineCommand("restart", {
    description: "Restart a run from one of its tasks, with a corrected output",
    examples: [
      "weft runs restart <run id> --from <task id> --output '{\"cost\": 12.4}'",
      "weft runs restart <run id> --from <task id>",
    ],
  })
    .argument("<id>", "run id, from weft runs list")
    .option("--from <task id>", "a completed or failed task of the run")
    .option(
      "--output <json>",
      "replaces the output of that task; @file reads a file (JSON or YAML), - standard input. Default: the task runs again",
    )
    .action(
      commandAction<RestartOptions>(async (context, { args: [id = ""], options }) => {
        const { from: fromTaskId, output } = options;
        if (fromTaskId === undefined) {
          throw usageError(
            "--from is missing.",
            `Pass the id of a task. List them: weft tasks list --process-id ${id}`,
          );
        }
        const corrected = output === undefined ? {} : { output: asObject(await readData(context, output), "--output") };
        const weft = await context.weft();
        const run = await weft.call(
          "restart-event-workflow-process",
          { params: { id }, body: { fromTaskId, ...corrected } },
          { signal: context.signal },
        );
        context.print.result(run, () => `Restarted the run ${id}. It is ${run.status}.`);
        context.print.note(`Follow it: weft runs show ${id} --wait`);
      }),
    );
}

function restartsCommand(): Command {
  return defineCommand("restarts", {
    description: "List the restarts of a run, with the results that they replaced",
    examples: ["weft runs restarts <run id>", "weft runs restarts <run id> --json"],
  })
    .argument("<id>", "run id, from weft runs list")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const page = await weft.call(
          "list-event-workflow-process-restarts",
          { params: { id } },
          { signal: context.signal },
        );
        context.print.page(page, [
          { title: "restarted", value: ({ createdOn }) => createdOn },
          { title: "by", value: ({ actorName }) => actorName },
          { title: "from", value: ({ fromTaskId, tasks = [] }) => nameOf(fromTaskId, tasks) },
          { title: "replaced", value: ({ tasks = [] }) => tasks.map(formatReplaced).join("; ") },
        ]);
      }),
    );
}

type Replaced = NonNullable<EventWorkflowProcessRestart["tasks"]>[number];

function nameOf(taskId: string, tasks: readonly Replaced[]): string {
  return tasks.find(({ id }) => id === taskId)?.name ?? taskId;
}

function formatReplaced({ name, status, output, failure }: Replaced): string {
  const result = failure?.message ?? (output === undefined ? "" : JSON.stringify(output));
  return safeText(`${name} ${status} ${result}`.trimEnd());
}
