import { ApiError } from "../api-error.ts";
import type { EventWorkflowTask } from "../contract/schemas.ts";
import { retryUntilAvailable } from "../retry-until-available.ts";
import { type Callback, callBack } from "./call-back.ts";
import { fittingLine, fittingSubtext } from "./log-lines.ts";
import { type PendingUpdate, takeUpdate } from "./progress-reporter.ts";
import { failAttempt, postponeTask, RetryLater } from "./retry-later.ts";
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
    const update = await reportMost(workerContext, task, unreported);
    if ("thrown" in outcome) {
      await sendThrown(workerContext, task, outcome.thrown, update);
    } else {
      await sendSuccess(workerContext, task, outcome.output, update);
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
  let update = takeUpdate(unreported);
  while (unreported.logs.length > 0) {
    await sendFitting(workerContext, task, { status: "PROGRESS" }, update);
    update = takeUpdate({ logs: unreported.logs });
  }
  return update;
}

async function sendSuccess(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  output: object | undefined,
  update: PendingUpdate,
) {
  try {
    await sendFitting(workerContext, task, { status: "SUCCESS", output }, update);
  } catch (error) {
    if (workerContext.signal?.aborted === true || (error instanceof ApiError && !isUnfit(error))) {
      throw error;
    }
    // Otherwise the task would be handled again and again, with the same result.
    workerContext.reportError(error, task);
    await sendFailure(workerContext, task, error, { logs: ["The service rejected the result of the handler:"] });
  }
}

/** A handler that threw: the task is tried later, or its attempt has failed. Pending updates may be rejected here too. */
async function sendThrown(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  thrown: unknown,
  update: PendingUpdate,
): Promise<void> {
  const end = (logs: readonly string[]) =>
    thrown instanceof RetryLater
      ? postponeTask(workerContext, task.id, thrown, logs)
      : failAttempt(workerContext, task.id, messageOf(thrown), logs);
  const isDone = await end(update.logs).catch((error: unknown) => {
    if (isUnfit(error) && update.logs.length > 0) return end([]);
    throw error;
  });
  if (!isDone) await sendFailure(workerContext, task, thrown, update);
}

/** Fails the task for good. */
async function sendFailure(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  thrown: unknown,
  update: PendingUpdate,
): Promise<void> {
  const message = messageOf(thrown);
  const failure = { status: "FAILURE" as const };
  try {
    await send(workerContext, { ...update, ...failure, taskId: task.id, logs: [...update.logs, fittingLine(message)] });
  } catch (error) {
    if (!isUnfit(error)) {
      throw error;
    }
    // The logs of the task may be full.
    await send(workerContext, { ...failure, taskId: task.id, subtext: fittingSubtext(message) });
  }
}

type OwnFields = Omit<Callback, "taskId" | keyof PendingUpdate>;

/** Pending updates may be rejected, for example if the logs are full; the outcome must still be accepted. */
async function sendFitting(
  workerContext: WorkerContext,
  task: EventWorkflowTask,
  fields: OwnFields,
  update: PendingUpdate,
): Promise<void> {
  try {
    await send(workerContext, { ...update, ...fields, taskId: task.id });
  } catch (error) {
    if (!isUnfit(error) || update.logs.length === 0) {
      throw error;
    }
    workerContext.reportError(error, task);
    await send(workerContext, { ...fields, taskId: task.id });
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
