import { ApiError } from "../api-error.ts";
import type { EventWorkflowTask } from "../contract/schemas.ts";
import { retryUntilAvailable } from "../retry-until-available.ts";
import { callBack } from "./call-back.ts";
import { holdLease, isRefusal, releaseLease } from "./hold-lease.ts";
import { type PendingUpdate, ProgressReporter } from "./progress-reporter.ts";
import { RetryLater } from "./retry-later.ts";
import { type Outcome, sendOutcome } from "./send-outcome.ts";
import type { WorkerContext } from "./worker-context.ts";

/** Runs the handler on a task while its lease is held, and sends the outcome. Never rejects. */
export async function runClaimedTask(workerContext: WorkerContext, task: EventWorkflowTask): Promise<void> {
  const aborting = new AbortController();
  let isLost = false;
  const lose = (error: ApiError) => {
    isLost = true;
    aborting.abort(error);
  };
  const stop = () => aborting.abort(workerContext.signal?.reason);
  workerContext.signal?.addEventListener("abort", stop, { once: true });
  const lease = holdLease(workerContext, task.id, lose);
  const reporter = new ProgressReporter((update, closing) =>
    reportProgress(workerContext, task, { update, closing, lose }),
  );

  const outcome = await handle(workerContext, task, { signal: aborting.signal, reporter });
  const unreported = await reporter.close();
  workerContext.signal?.removeEventListener("abort", stop);
  if (isLost) {
    workerContext.reportError(aborting.signal.reason, task);
  } else if ("thrown" in outcome && aborting.signal.aborted) {
    await releaseLease(workerContext, task.id);
  } else {
    await sendOutcome(workerContext, task, outcome, unreported);
  }
  lease.release();
}

interface HandlerOptions {
  readonly signal: AbortSignal;
  readonly reporter: ProgressReporter;
}

async function handle(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  { signal, reporter }: HandlerOptions,
): Promise<Outcome> {
  const context = {
    signal,
    progress: (percent: number, subtext?: string) => reporter.progress(percent, subtext),
    log: (line: string) => reporter.log(line),
  };
  try {
    return { output: (await workerContext.handler(task, context)) ?? undefined };
  } catch (thrown) {
    // An error after an abort is not the handler's own, and a postponed task has not failed.
    if (!signal.aborted && !(thrown instanceof RetryLater)) {
      workerContext.reportError(thrown, task);
    }
    return { thrown };
  }
}

interface Reporting {
  readonly update: PendingUpdate;
  readonly closing: AbortSignal;
  readonly lose: (error: ApiError) => void;
}

/** Rejects only if it was aborted. After a lost response a log line may be duplicated, which is better than losing it. */
async function reportProgress(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  { update, closing, lose }: Reporting,
): Promise<void> {
  const { logs, ...others } = update;
  const reported = { taskId: task.id, status: "PROGRESS" as const, ...others, ...(logs.length === 0 ? {} : { logs }) };
  try {
    await retryUntilAvailable(() => callBack(workerContext.caller, reported, { retries: 0 }), closing);
  } catch (error) {
    closing.throwIfAborted();
    if (error instanceof ApiError && isRefusal(error) && error.status !== 400) {
      lose(error);
    } else {
      workerContext.reportError(error, task);
    }
  }
}
