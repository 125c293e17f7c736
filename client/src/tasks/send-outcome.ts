import { ApiError } from "../api-error.ts";
import type { EventWorkflowTask } from "../contract/schemas.ts";
import { retryUntilAvailable } from "../outlast.ts";
import { type Callback, callBack } from "./call-back.ts";
import { fittingLine, fittingSubtext } from "./log-lines.ts";
import { type PendingUpdate, takeNews } from "./progress-reporter.ts";
import type { WorkerContext } from "./worker-context.ts";

/** The outcome of a handler. */
export type Outcome = { readonly output: object | undefined } | { readonly thrown: unknown };

/** Sends the outcome, with pending updates, until it is accepted. Never rejects: a rejection is reported to the owner of the worker. */
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

/** Until the rest fits into the call of the outcome. */
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
    // Otherwise the task would be handled again and again, with the same result.
    workerContext.reportError(error, task);
    await sendFailure(workerContext, task, error, { logs: ["The service rejected the result of the handler:"] });
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

/** Pending updates may be rejected, for example if the logs are full; the outcome must still be accepted. */
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

/** Whether the service rejected the content of the request. */
function isUnfit(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 413);
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}

/** Retries without limit, unless the worker is aborted. */
async function send({ caller, signal }: WorkerContext, { logs, ...callback }: Callback): Promise<void> {
  const lines = logs === undefined || logs.length === 0 ? {} : { logs };
  await retryUntilAvailable(() => callBack(caller, { ...callback, ...lines }, { retries: 0 }), signal);
}
