import { setTimeout as delay } from "node:timers/promises";
import type { EventWorkflowProcess, Weft } from "@weft/client";
import { CliError, usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { openProgress } from "../../output/progress-bar.ts";
import type { ProgressState } from "../../output/progress-line.ts";

interface Following {
  readonly id: string;
  /** Default: no limit. */
  readonly timeoutSeconds: number | undefined;
}

/** Long poll: the service holds the response until the run ends, at most this long; shorter with a progress display. */
const waitSeconds = 20;
const watchedWaitSeconds = 2;
const pauseMs = 300;
/** With the pauses in between, several minutes of an unavailable service. */
const retries = 25;

/** Waits for the end of a run. An interrupt prints that the run continues. */
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
      if (Date.now() >= deadline) throw stillRunning(following.id, "Timed out.", exitCodes.failed);
      display.show(runState(run));
      // A node that shuts down responds immediately.
      await delay(pauseMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw stillRunning(following.id, "Stopped waiting.", exitCodes.interrupted);
  } finally {
    display.end();
  }
}

function stillRunning(id: string, why: string, exitCode: 1 | 130): CliError {
  return new CliError(`${why} The run ${id} continues.`, {
    next: `weft runs show ${id} shows it, weft workflows cancel ${id} cancels it.`,
    exitCode,
  });
}

function hasEnded({ status }: EventWorkflowProcess): boolean {
  return status === "completed" || status === "failed" || status === "canceled";
}

/** The share of completed tasks, and the current task. */
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

/** Exits with a failure if a run did not complete; the result is already printed. */
export function requireRunCompleted({ id, status }: EventWorkflowProcess): void {
  if (status === "failed") throw new CliError(`The run ${id} failed.`);
  if (status === "canceled") throw new CliError(`The run ${id} was canceled.`);
}

export function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(text)) throw usageError(`--timeout takes seconds, not ${text}.`);
  return Number(text);
}
