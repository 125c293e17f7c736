import { ApiError } from "../api-error.ts";
import { pause } from "../retry.ts";
import { isOutage } from "../retry-until-available.ts";
import type { WorkerContext } from "./worker-context.ts";

/** A worker that stops does not wait for an unavailable service. */
export const briefly = { retries: 1, timeoutMs: 5_000 };

/** Extends the lease of a task, three times per lease period, until it is released or rejected. */
export function holdLease(
  workerContext: WorkerContext,
  taskId: string,
  onLost: (error: ApiError) => void,
): { release(): void } {
  const released = new AbortController();
  void prolongUntil(released.signal, workerContext, taskId, onLost);
  return { release: () => released.abort() };
}

/** Never rejects. While the service is unavailable no other worker gets the task, so the work continues. */
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

/** Whether the service has said that the worker no longer holds the task: another one has it, or it has ended. */
export function isRefusal(error: ApiError): boolean {
  return error.status >= 400 && error.status < 500 && !isOutage(error);
}

/** Releases a task for other workers. Never rejects: otherwise the lease expires by itself. */
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
