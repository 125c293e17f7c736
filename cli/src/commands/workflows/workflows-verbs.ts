import type {
  EventWorkflow,
  EventWorkflowCreate,
  EventWorkflowProcessSummary,
  EventWorkflowUpdate,
} from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { formatDuration, secondsBetween } from "../../output/amounts.ts";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { type Column, drawTable } from "../../output/table.ts";
import { asObject, type DraftOptions, readAssignments, readData, withDraftOptions } from "../entities/read-draft.ts";
import { readVersion } from "../entities/read-version.ts";
import { parseSource, readDocument, type SourceDocument, withLines } from "../load/read-document.ts";
import { listNewest, type NewestOptions, newestQuery, withNewestOptions } from "./list-newest.ts";
import { showRunCommand } from "./show-run-command.ts";
import { startCommand } from "./start-command.ts";

/** The verbs of workflows and their runs. */
export function workflowsVerbs(): Command[] {
  return [
    showWorkflowCommand(),
    createWorkflowCommand(),
    updateWorkflowCommand(),
    takeOverCommand(),
    startCommand(),
    runsCommand(),
    showRunCommand("run"),
    cancelRunCommand(),
  ];
}

export function cancelRunCommand(): Command {
  return defineCommand("cancel", {
    description: "Cancel a run with its running and waiting tasks",
    examples: ["weft workflows cancel <run id>"],
  })
    .argument("<id>", "run id, from weft workflows runs")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const run = await weft.call("cancel-event-workflow-process", { params: { id } }, { signal: context.signal });
        context.print.result(run, () => `The run ${id} is ${run.status}.`);
      }),
    );
}

export function takeOverCommand(): Command {
  return defineCommand("take-over", {
    description: "Take over a workflow: it then runs with your permissions",
    examples: ["weft workflows take-over <id>"],
  })
    .argument("<id>", "workflow id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const workflow = await weft.call("take-over-event-workflow", { params: { id } }, { signal: context.signal });
        context.print.result(workflow, () => formatWorkflow(workflow, context.print.style));
      }),
    );
}

export function showWorkflowCommand(): Command {
  return defineCommand("get", {
    description: "Show a workflow: triggers, condition and tasks",
    examples: ["weft workflows show <id>", "weft workflows get <id> --json"],
  })
    .alias("show")
    .argument("<id>", "workflow id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const workflow = await weft.call("get-event-workflow", { params: { id } }, { signal: context.signal });
        context.print.result(workflow, () => formatWorkflow(workflow, context.print.style));
      }),
    );
}

interface CreateOptions extends SharedOptions, DraftOptions {
  readonly dryRun?: boolean;
}

export function createWorkflowCommand(): Command {
  const command = defineCommand("create", {
    description: "Create a workflow from its definition",
    examples: [
      "weft workflows create cost-items.yaml",
      "weft workflows create cost-items.yaml --set isActive=false --dry-run",
    ],
  }).argument("[file]", "workflow definition, as YAML or JSON; - reads standard input");
  return withDraftOptions(command)
    .option("--dry-run", "validate without creating")
    .action(
      commandAction<CreateOptions>(async (context, { args: [file], options }) => {
        const definition = await readDefinition<EventWorkflowCreate>(context, file, options);
        const weft = await context.weft();
        const query = options.dryRun === true ? { query: { dryRun: true } } : {};
        const workflow = await withLines(definition, () =>
          weft.call("create-event-workflow", { ...query, body: definition.value }, { signal: context.signal }),
        );
        context.print.result(workflow, () => formatWorkflow(workflow, context.print.style));
      }),
    );
}

interface UpdateOptions extends SharedOptions, DraftOptions {
  readonly dryRun?: boolean;
  readonly ifMatch?: string;
}

export function updateWorkflowCommand(): Command {
  const command = defineCommand("update", {
    description: "Update a workflow; started runs keep their version",
    examples: [
      "weft workflows update <id> cost-items.yaml",
      "weft workflows update <id> --set isActive=false",
      "weft workflows update <id> cost-items.yaml --if-match 3 --dry-run",
    ],
  })
    .argument("<id>", "workflow id")
    .argument("[file]", "fields to change, as YAML or JSON; - reads standard input");
  return withDraftOptions(command)
    .option("--if-match <version>", "only if this is the current version")
    .option("--dry-run", "validate without writing")
    .action(
      commandAction<UpdateOptions>(async (context, { args: [id = "", file], options }) => {
        const definition = await readDefinition<EventWorkflowUpdate>(context, file, options);
        const weft = await context.weft();
        const query = options.dryRun === true ? { query: { dryRun: true } } : {};
        const calling = { signal: context.signal, ifMatch: readVersion(options.ifMatch) };
        const workflow = await withLines(definition, () =>
          weft.call("update-event-workflow", { params: { id }, ...query, body: definition.value }, calling),
        );
        context.print.result(workflow, () => formatWorkflow(workflow, context.print.style));
      }),
    );
}

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

/** A summary of a definition; --json prints all of it. */
export function formatWorkflow(workflow: EventWorkflow, style: Style): string {
  const { id, name, identifier, version, isActive, description, triggers, conditional, tasks, owner, stoppedReason } =
    workflow;
  const fields: [string, string | null][] = [
    ["id", id],
    ["identifier", identifier],
    ["about", description],
    ["triggers", triggers.join(", ")],
    ["condition", conditional],
    ["owner", owner === null ? "unknown" : `${owner.name === "" ? owner.id : owner.name} (${owner.type})`],
    ["stopped", stoppedReason],
  ];
  return [
    `${style.bold(safeText(name))}, version ${version}${isActive ? "" : style.yellow(", disabled")}\n`,
    ...fields.flatMap(([title, value]) =>
      value === null || value === "" ? [] : [`  ${style.dim(title.padEnd(10))}  ${safeText(value)}\n`],
    ),
    drawTable(
      tasks.map((task, index) => ({ ...task, number: index + 1 })),
      [
        { title: "", value: ({ number }) => number, isRight: true },
        { title: "task", value: (task) => task.name },
        { title: "action", value: ({ action }) => action },
        { title: "", value: (task) => (task.async ? "waits for a callback" : "") },
      ],
      Number.POSITIVE_INFINITY,
    ),
  ].join("");
}

/** A definition from a file or --data, overridden by --set. */
export async function readDefinition<Shape extends object>(
  context: Context,
  file: string | undefined,
  { set, data }: DraftOptions,
): Promise<SourceDocument<Shape>> {
  if (file !== undefined && data !== undefined) throw usageError("A file and --data cannot be combined.");
  const base = file === undefined ? await readBase<Shape>(context, data) : await readDocument<Shape>(context, file);
  const value = { ...base.value, ...readAssignments(set, "--set") };
  if (Object.keys(value).length === 0) {
    throw usageError("Nothing to write.", "Pass a file (YAML or JSON), --data or --set.");
  }
  return { ...base, value };
}

async function readBase<Shape extends object>(
  context: Context,
  data: string | undefined,
): Promise<SourceDocument<Shape>> {
  if (data === undefined) return parseSource("--set", "{}");
  if (data.startsWith("@")) return readDocument(context, data.slice(1));
  return parseSource("--data", JSON.stringify(asObject(await readData(context, data), "--data")));
}
