import { setTimeout as delay } from "node:timers/promises";
import type { EventWorkflowProcess, Weft } from "@weft/client";
import { CliError, usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { openProgress } from "../../output/progress-bar.ts";
import type { ProgressState } from "../../output/progress-line.ts";

interface Following {
  readonly id: string;
  /** Left out: for as long as it takes. */
  readonly timeoutSeconds: number | undefined;
}

/** The service holds the answer until the run ends, or for so long; shorter where somebody watches. */
const waitSeconds = 20;
const watchedWaitSeconds = 2;
const pauseMs = 300;
/** With the pauses between them, that is several minutes of a service that is away. */
const retries = 25;

/** Waits for the end of a run. Whoever interrupts hears that it goes on. */
export async function followRun(context: Context, weft: Weft, following: Following): Promise<EventWorkflowProcess> {
  const { signal } = context;
  const display = openProgress(context.terminal, true);
  const wait = context.terminal.isWatched ? watchedWaitSeconds : waitSeconds;
  const deadline = Date.now() + (following.timeoutSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  try {
    for (;;) {
      const query = {
        relations: "tasks",
        wait: Math.min(wait, Math.max(0, Math.ceil((deadline - Date.now()) / 1000))),
      };
      const input = { params: { id: following.id }, query } as const;
      const run = await weft.call("get-event-workflow-process", input, { signal, retries });
      if (hasEnded(run)) return run;
      if (Date.now() >= deadline) throw goesOn(following.id, "It has not ended in time.", exitCodes.failed);
      display.show(runState(run));
      // A node that stops answers at once.
      await delay(pauseMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw goesOn(following.id, "No longer waiting.", exitCodes.interrupted);
  } finally {
    display.end();
  }
}

function goesOn(id: string, why: string, exitCode: 1 | 130): CliError {
  return new CliError(`${why} The run ${id} goes on.`, {
    next: `weft workflows run ${id} shows it, weft workflows cancel ${id} ends it.`,
    exitCode,
  });
}

function hasEnded({ status }: EventWorkflowProcess): boolean {
  return status === "completed" || status === "failed" || status === "canceled";
}

/** How many of its tasks are done, and at which it is. */
function runState({ status, subtext, tasks = [] }: EventWorkflowProcess): ProgressState {
  const done = tasks.filter((task) => task.status === "completed").length;
  const current = tasks.find((task) => task.status === "running" || task.status === "awaiting");
  return {
    label: labels[status],
    share: tasks.length === 0 ? 0 : done / tasks.length,
    details: [...(current === undefined ? [] : [current.name]), ...(subtext === undefined ? [] : [subtext])],
  };
}

const labels: Readonly<Record<EventWorkflowProcess["status"], string>> = {
  pending: "Pending",
  running: "Running",
  awaiting: "Waiting",
  completed: "Completed",
  failed: "Failed",
  canceled: "Canceled",
};

/** Leaves with a failure where a run has not ended well; how it went has been told. */
export function requireRunCompleted({ id, status }: EventWorkflowProcess): void {
  if (status === "failed") throw new CliError(`The run ${id} has failed.`);
  if (status === "canceled") throw new CliError(`The run ${id} was canceled.`);
}

export function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(text)) throw usageError(`--timeout takes seconds, not ${text}.`);
  return Number(text);
}
