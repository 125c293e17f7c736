import { ApiError } from "../api-error.ts";
import { isOutage } from "../outlast.ts";
import { pause } from "../retry.ts";
import type { WorkerContext } from "./worker-context.ts";

/** A worker that stops does not wait for a service that is away. */
export const briefly = { retries: 1, timeoutMs: 5_000 };

/** Prolongs the lease of a task, thrice in its time, until it is released or refused. */
export function holdLease(
  workerContext: WorkerContext,
  taskId: string,
  onLost: (error: ApiError) => void,
): { release(): void } {
  const released = new AbortController();
  void prolongUntil(released.signal, workerContext, taskId, onLost);
  return { release: () => released.abort() };
}

/** Never rejects. While the service is away nobody else is given the task, so the work goes on. */
async function prolongUntil(
  released: AbortSignal,
  workerContext: WorkerContext,
  taskId: string,
  onLost: (error: ApiError) => void,
): Promise<void> {
  const intervalMs = (workerContext.leaseSeconds * 1_000) / 3;
  while (await isHeldAfter(intervalMs, released)) {
    try {
      await changeLease(workerContext, taskId, {
        leaseSeconds: workerContext.leaseSeconds,
        signal: released,
        timeoutMs: intervalMs,
      });
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error)) {
        onLost(error);
        return;
      }
    }
  }
}

function isHeldAfter(delayMs: number, released: AbortSignal): Promise<boolean> {
  return pause(delayMs, released).then(
    () => true,
    () => false,
  );
}

/** Whether the service has said that the task is no longer this worker's: another has it, or nobody needs it any more. */
export function isRefusal(error: ApiError): boolean {
  return error.status >= 400 && error.status < 500 && !isOutage(error);
}

/** Lets another worker have a task at once. Never rejects: else it has it when the lease has run out. */
export async function releaseLease(workerContext: WorkerContext, taskId: string): Promise<void> {
  try {
    await changeLease(workerContext, taskId, { leaseSeconds: 0, ...briefly });
  } catch (error) {
    if (!(error instanceof ApiError && isRefusal(error))) {
      workerContext.reportError(error);
    }
  }
}

interface LeaseChange {
  readonly leaseSeconds: number;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly retries?: number;
}

async function changeLease({ caller, workerId }: WorkerContext, taskId: string, change: LeaseChange): Promise<void> {
  const { leaseSeconds, ...options } = change;
  const input = { params: { id: taskId }, body: { workerId, leaseSeconds } };
  await caller.call("renew-event-workflow-task-claim", input, options);
}
