import { ApiError } from "../api-error.ts";
import type { EventWorkflowTask } from "../contract/schemas.ts";
import { retryUntilAvailable } from "../outlast.ts";
import { type Callback, callBack } from "./call-back.ts";
import { fittingLine, fittingSubtext } from "./log-lines.ts";
import { type PendingUpdate, takeNews } from "./progress-reporter.ts";
import type { WorkerContext } from "./worker-context.ts";

/** How a handler has ended. */
export type Outcome = { readonly output: object | undefined } | { readonly thrown: unknown };

/** Sends the outcome, with what was not told before, until it has arrived. Never rejects: what is refused is told to who runs the worker. */
export async function sendOutcome(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  outcome: Outcome,
  unreported: PendingUpdate,
): Promise<void> {
  try {
    const news = await reportMost(workerContext, task, unreported);
    if ("thrown" in outcome) {
      await sendFailure(workerContext, task, outcome.thrown, news);
    } else {
      await sendSuccess(workerContext, task, outcome.output, news);
    }
  } catch (error) {
    workerContext.reportError(error, task);
  }
}

/** Until the rest fits into the one call of the outcome. */
async function reportMost(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  unreported: PendingUpdate,
): Promise<PendingUpdate> {
  let news = takeNews(unreported);
  while (unreported.logs.length > 0) {
    await sendFitting(workerContext, task, { status: "PROGRESS" }, news);
    news = takeNews({ logs: unreported.logs });
  }
  return news;
}

async function sendSuccess(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  output: object | undefined,
  news: PendingUpdate,
) {
  try {
    await sendFitting(workerContext, task, { status: "SUCCESS", output }, news);
  } catch (error) {
    if (workerContext.signal?.aborted === true || (error instanceof ApiError && !isUnfit(error))) {
      throw error;
    }
    // Left alone, the task would come back to be handled again and again, to the same end.
    workerContext.reportError(error, task);
    await sendFailure(workerContext, task, error, { logs: ["What the handler has returned cannot be taken:"] });
  }
}

async function sendFailure(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  thrown: unknown,
  news: PendingUpdate,
): Promise<void> {
  const message = messageOf(thrown);
  const failure = { status: "FAILURE" as const };
  try {
    await send(workerContext, { ...news, ...failure, taskId: task.id, logs: [...news.logs, fittingLine(message)] });
  } catch (error) {
    if (!isUnfit(error)) {
      throw error;
    }
    // The logs of the task may be full.
    await send(workerContext, { ...failure, taskId: task.id, subtext: fittingSubtext(message) });
  }
}

type Said = Omit<Callback, "taskId" | keyof PendingUpdate>;

/** What a handler has told besides may not fit, as when the logs are full; that must not keep its outcome from arriving. */
async function sendFitting(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  said: Said,
  news: PendingUpdate,
): Promise<void> {
  try {
    await send(workerContext, { ...news, ...said, taskId: task.id });
  } catch (error) {
    if (!isUnfit(error) || news.logs.length === 0) {
      throw error;
    }
    workerContext.reportError(error, task);
    await send(workerContext, { ...said, taskId: task.id });
  }
}

/** Whether it is what was sent that the service does not like. */
function isUnfit(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 413);
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}

/** However long the service is away, unless the worker is ended at once. */
async function send({ caller, signal }: WorkerContext, { logs, ...callback }: Callback): Promise<void> {
  const lines = logs === undefined || logs.length === 0 ? {} : { logs };
  await retryUntilAvailable(() => callBack(caller, { ...callback, ...lines }, { retries: 0 }), signal);
}
