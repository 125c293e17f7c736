import type { EventWorkflowProcessSummary } from "@weft/client";
import type { Command } from "commander";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { formatDuration, secondsBetween } from "../../output/amounts.ts";
import type { Column } from "../../output/table.ts";
import { listNewest, type NewestOptions, newestQuery, withNewestOptions } from "./list-newest.ts";

interface RunsOptions extends SharedOptions, NewestOptions {
  readonly workflow?: string;
  readonly status?: string;
}

export function runsCommand(): Command {
  const command = defineCommand("runs", {
    description: "List workflow runs, newest first",
    examples: ["weft workflows runs", "weft workflows runs --workflow <id> --status failed"],
  })
    .option("--workflow <id>", "only runs of this workflow")
    .option("--status <status>", "pending, running, awaiting, completed, failed or canceled");
  return withNewestOptions(command).action(
    commandAction<RunsOptions>(async (context, { options }) => {
      const weft = await context.weft();
      const { workflow: eventWorkflowId, status } = options;
      const query = newestQuery(options, { eventWorkflowId, status });
      await listNewest(context, options, columns, (key) =>
        weft.call("list-event-workflow-processes", { query: { ...query, ...key } }, { signal: context.signal }),
      );
    }),
  );
}

const columns: readonly Column<EventWorkflowProcessSummary>[] = [
  { title: "run", value: ({ id }) => id },
  { title: "workflow", value: ({ eventWorkflowId }) => eventWorkflowId },
  { title: "status", value: ({ status }) => status },
  { title: "trigger", value: ({ triggerKey }) => triggerKey },
  { title: "created", value: ({ createdOn }) => createdOn },
  {
    title: "lasted",
    value: ({ startedOn, endedOn }) =>
      startedOn === undefined || endedOn === undefined ? "" : formatDuration(secondsBetween(startedOn, endedOn)),
    isRight: true,
  },
  { title: "subtext", value: ({ subtext, failure }) => failure?.message ?? subtext },
];
