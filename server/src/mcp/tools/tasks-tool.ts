import {
  eventWorkflowRestartOperations,
  eventWorkflowTaskOperations,
  externalEventOperations,
  taskStatuses,
} from "@weft/contract";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { cut, nextPage, pageShape } from "../result-size.ts";
import { type ToolContext, ToolError } from "../tool-context.ts";

const actionSchema = z.enum(["list", "show", "complete", "fail", "retry", "restart"]).optional();

const inputSchema = z.strictObject({
  action: actionSchema.describe("Default: list."),
  act: actionSchema.describe("Deprecated: use action, which takes precedence."),
  taskId: z.string().optional().describe("For all actions except list."),
  status: z.enum(taskStatuses).optional().describe("For list: only tasks with these statuses. Default: awaiting."),
  processId: z.string().optional().describe("For list: the tasks of one process, in any status."),
  output: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "For complete and fail: the output for later tasks. It must fit the form of the task, if show has one. For restart: replaces the output of the task.",
    ),
  logs: z.array(z.string()).max(100).optional().describe("For complete and fail: lines for the task's log."),
  subtext: z.string().max(2000).optional().describe("For complete and fail: a short status message."),
  dryRun: z
    .boolean()
    .default(true)
    .describe("For complete, fail, retry and restart: true only shows what would happen."),
  ...pageShape,
});

type Input = z.output<typeof inputSchema>;
type Task = Awaited<ReturnType<typeof readTask>>;

const description = `Workflow tasks. list shows the tasks that are waiting (status awaiting), show one task with its logs and output. complete and fail end a waiting task, and its workflow continues or fails; retry runs a failed task again; restart corrects the output of a completed or failed task, or runs it again without output, and runs all later tasks of its process again. These four only show what would happen unless dryRun is false: ask the user, then call again with dryRun: false. A result can only be corrected by a restart.`;

export const tasksTool = defineTool({
  name: "tasks",
  title: "Workflow tasks",
  description,
  isReadOnly: false,
  input: inputSchema,
  async run(input, context) {
    const action = input.action ?? input.act ?? "list";
    if (action === "list") {
      return listTasks(input, context);
    }
    const task = await readTask(action, input, context);
    if (action === "show") {
      return { task: cut(task, { textMax: 2_000, listMax: 100 }) };
    }
    requireState(action, task);
    return input.dryRun ? preview(action, task) : execute(action, task, input, context);
  },
});

async function listTasks({ status, processId, limit, pageKey }: Input, context: ToolContext): Promise<object> {
  const criteria = {
    status: status ?? (processId === undefined ? "awaiting" : undefined),
    processId,
  };
  const query = { criteria, order: { orderField: "createdOn", order: "desc" }, limit, nextPageKey: pageKey };
  const { results, nextPageKey } = await context.call(eventWorkflowTaskOperations.list, { query });
  return {
    results: results.map(summarize),
    ...nextPage(nextPageKey),
    ...(results.length === 0 ? { hint: "No matching tasks. status defaults to awaiting." } : {}),
  };
}

async function readTask(action: "show" | Change, { taskId }: Input, context: ToolContext) {
  if (taskId === undefined) {
    throw new ToolError({
      code: "invalid-arguments",
      detail: `${action} requires taskId.`,
      next: "Call tasks with action: list to see the waiting tasks.",
    });
  }
  return context.call(eventWorkflowTaskOperations.get, { params: { id: taskId } });
}

function summarize(task: Task): object {
  const { id, name, status, processId, action, subtext, progress, createdOn, deadline, input, failure, form } = task;
  const short = { id, name, status, processId, action, subtext, progress, createdOn, deadline, input, failure, form };
  return { ...short, input: cut(input, { textMax: 200, listMax: 10 }) };
}

type Change = "complete" | "fail" | "retry" | "restart";

/** The API would reject it as well, but only when it is executed; the dry run must do so too. */
function requireState(action: Change, { status, async: isAsync, name }: Task): void {
  if (!statusesFor[action].includes(status) || (waits.includes(action) && !isAsync)) {
    throw new ToolError({
      code: "conflict",
      detail: `The task ${name} is ${status}${isAsync ? "" : " and not async"}: ${needs[action]}`,
      next: "Call tasks with action: list, and status failed or awaiting, to find the task.",
    });
  }
}

const waits: readonly Change[] = ["complete", "fail"];

const statusesFor: Readonly<Record<Change, readonly Task["status"][]>> = {
  complete: ["awaiting", "running"],
  fail: ["awaiting", "running"],
  retry: ["failed"],
  restart: ["completed", "failed"],
};

const needs = {
  complete: "only an awaiting async task can be completed.",
  fail: "only an awaiting async task can be failed.",
  retry: "only a failed task can be retried.",
  restart: "a process can only be restarted from a completed or failed task.",
} as const;

const effects = {
  complete: "The task would be completed, and its process would continue with the next task.",
  fail: "The task and its process would fail, and later tasks would be skipped.",
  retry: "The task would be retried, and its process would continue from there.",
  restart: "The process would restart from the task: all later tasks would run again.",
} as const;

function preview(action: Change, task: Task): object {
  return {
    dryRun: true,
    wouldHappen: effects[action],
    task: summarize(task),
    next: "Nothing was written. If the user agrees, call again with the same arguments and dryRun: false.",
  };
}

async function execute(
  action: Change,
  { id: taskId, processId }: Task,
  { output, logs, subtext }: Input,
  context: ToolContext,
): Promise<object> {
  if (action === "restart") {
    const body = { fromTaskId: taskId, output };
    const process = await context.call(eventWorkflowRestartOperations.restart, { params: { id: processId }, body });
    return { dryRun: false, process: { id: process.id, status: process.status } };
  }
  if (action === "retry") {
    const task = await context.call(eventWorkflowTaskOperations.retry, { params: { id: taskId } });
    return { dryRun: false, task: summarize(task) };
  }
  const status = action === "complete" ? "SUCCESS" : "FAILURE";
  const body = { taskId, status, output, logs, subtext };
  return { dryRun: false, receipt: await context.call(externalEventOperations.callBack, { body }) };
}
