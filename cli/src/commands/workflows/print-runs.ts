import { ApiError, type EventWorkflowProcess, type Weft } from "@weft/client";
import type { Context } from "../../frame/context.ts";
import { formatRun } from "./format-run.ts";

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
