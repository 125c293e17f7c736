import { ApiError, type EventWorkflowProcess, type Weft } from "@weft/client";
import type { Context } from "../../frame/context.ts";
import { formatDuration } from "../../output/amounts.ts";
import { safeText, widthOf } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { formatTimeline } from "./format-task.ts";

export const logLinesDefault = 3;

/** The started runs of several workflows, as timelines. */
export async function printRuns(context: Context, weft: Weft, runs: readonly EventWorkflowProcess[]): Promise<void> {
  const words: string[] = [];
  for (const run of context.isJson ? [] : runs) {
    words.push(await timelineOf(context, weft, run, logLinesDefault));
  }
  context.print.result({ results: runs }, () => words.join("\n"));
}

export async function timelineOf(
  context: Context,
  weft: Weft,
  run: EventWorkflowProcess,
  logLines: number,
): Promise<string> {
  const name = await nameOfWorkflow(context, weft, run.eventWorkflowId);
  return formatRun(run, name, { style: context.print.style, now: Date.now(), logLines });
}

/** Undefined if it is deleted, or not visible to the caller. */
async function nameOfWorkflow({ signal }: Context, weft: Weft, id: string): Promise<string | undefined> {
  try {
    return (await weft.call("get-event-workflow", { params: { id } }, { signal })).name;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}

interface RunLook {
  readonly style: Style;
  readonly now: number;
  /** How many log lines per task, from the end. */
  readonly logLines: number;
}

/** A run as a timeline of its tasks. */
export function formatRun(run: EventWorkflowProcess, workflowName: string | undefined, look: RunLook): string {
  const { id, eventWorkflowId, status, triggerKey, failure, tasks = [] } = run;
  const nameColumns = Math.max(0, ...tasks.map(({ name }) => widthOf(safeText(name))));
  const title = look.style.bold(safeText(workflowName ?? eventWorkflowId));
  const lasted = formatElapsed(run, look.now);
  // The failure of a task is shown at the task.
  const ownFailure = failure !== undefined && failure.taskId === undefined ? `${safeText(failure.message)}\n` : "";
  return [
    `${title}: ${status}${lasted}. Run ${id}, started by ${safeText(triggerKey)}.\n`,
    ownFailure === "" ? "" : look.style.red(ownFailure),
    ...tasks.map((task) => formatTimeline(task, { ...look, nameColumns })),
  ].join("");
}

function formatElapsed({ startedOn, endedOn }: EventWorkflowProcess, now: number): string {
  if (startedOn === undefined) return "";
  const seconds = Math.max(0, (endedOn === undefined ? now : Date.parse(endedOn)) - Date.parse(startedOn)) / 1000;
  return `${endedOn === undefined ? ", for" : " in"} ${formatDuration(seconds)}`;
}
