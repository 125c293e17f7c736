import type { EventWorkflowTask } from "../contract/schemas.ts";

/**
 * Does the work of a task. Its result becomes the task's output. An error fails the attempt, and the task's retry policy
 * applies; a RetryLater postpones the task.
 */
export type TaskHandler = (
  task: EventWorkflowTask,
  context: TaskContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: A handler that returns nothing is as good as one that returns undefined.
) => Promise<object | undefined | void> | object | undefined | void;

/** The context of a handler. */
export interface TaskContext {
  /** Aborted if the task was canceled or moved to another worker, or by the worker's own signal: the work is then useless. */
  readonly signal: AbortSignal;
  /** Reports progress in percent, with an optional status message. Resolves when it is sent; never rejects. */
  progress(percent: number, subtext?: string): Promise<void>;
  /** Adds a line to the task's logs. Lines are batched and sent a few times per second. */
  log(line: string): void;
}

export interface WorkerOptions {
  /** Only tasks with these names. */
  readonly names?: readonly string[] | undefined;
  /** Maximum concurrent tasks. Default: 1. */
  readonly concurrency?: number | undefined;
  /** Lease duration, after which the task of a dead worker is released; extended while the handler runs. Default: 60. */
  readonly leaseSeconds?: number | undefined;
  /** Unique id of this worker. Default: generated. */
  readonly workerId?: string | undefined;
  /** Aborts the worker: handlers are aborted too, and the tasks of those that then throw are released. */
  readonly signal?: AbortSignal | undefined;
  /** Called with every error: errors of handlers, a lost task, a rejected outcome, the error that stopped the worker. Without it, the latter is an unhandled rejection, unless finished is handled. */
  readonly onError?: ((error: unknown, task: EventWorkflowTask | undefined) => void) | undefined;
}
