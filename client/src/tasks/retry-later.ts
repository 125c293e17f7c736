import { ApiError } from "../api-error.ts";
import { fillPath } from "../call-operation.ts";
import { isLost } from "../retry.ts";
import { retryUntilAvailable } from "../retry-until-available.ts";
import { fittingSubtext } from "./log-lines.ts";
import type { WorkerContext } from "./worker-context.ts";

const afterSecondsDefault = 60;
const afterSecondsMax = 86_400;

/**
 * Thrown by a handler that cannot do the work now: the task is offered to workers again after a while, and nothing fails.
 * throw new RetryLater("The mill is down.", {afterSeconds: 300})
 */
export class RetryLater extends Error {
  override readonly name = "RetryLater";
  /** From 1 second to a day. */
  readonly afterSeconds: number;

  constructor(reason: string, options: { readonly afterSeconds?: number; readonly cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    const { afterSeconds = afterSecondsDefault } = options;
    if (!(afterSeconds > 0 && afterSeconds <= afterSecondsMax)) {
      throw new RangeError(`afterSeconds must be from 1 to ${afterSecondsMax}; it is ${afterSeconds}.`);
    }
    this.afterSeconds = Math.ceil(afterSeconds);
  }
}

/** Hands a task back until it is due again. Returns false if the service cannot do that. */
export function postponeTask(
  context: WorkerContext,
  taskId: string,
  { message, afterSeconds }: RetryLater,
  logs: readonly string[],
): Promise<boolean> {
  const reason = fittingSubtext(message) || "The worker asked for another attempt.";
  return endClaim(context, "/event-workflow-tasks/{id}/release", taskId, { reason, afterSeconds, ...linesOf(logs) });
}

/** Fails the current attempt of a task: its retry policy decides what follows. Returns false if the service cannot do that. */
export function failAttempt(
  context: WorkerContext,
  taskId: string,
  text: string,
  logs: readonly string[],
): Promise<boolean> {
  const message = fittingSubtext(text) || "The worker failed without a message.";
  return endClaim(context, "/event-workflow-tasks/{id}/fail", taskId, { message, ...linesOf(logs) });
}

function linesOf(logs: readonly string[]): { logs?: readonly string[] } {
  return logs.length === 0 ? {} : { logs };
}

/** Retries without limit, unless the worker is aborted. After a lost response, 409 means that it was done. */
async function endClaim(
  { caller, workerId, signal }: WorkerContext,
  path: string,
  taskId: string,
  body: object,
): Promise<boolean> {
  const request = {
    method: "POST",
    path: fillPath(path, { id: taskId }),
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ workerId, ...body }),
    isWhole: true,
  } as const;
  let mayBeDone = false;
  const send = async () => {
    try {
      await caller.send(request, { retries: 0 });
    } catch (error) {
      if (mayBeDone && error instanceof ApiError && error.status === 409) return true;
      // A service of an earlier version has no such path; if the task is gone, its callback says so.
      if (error instanceof ApiError && error.status === 404) return false;
      mayBeDone ||= isLost(error);
      throw error;
    }
    return true;
  };
  return retryUntilAvailable(send, signal);
}
