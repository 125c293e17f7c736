import type { EventWorkflowTask } from "../contract/schemas.ts";

/** Does the work of a task. What it returns becomes the task's output; what it throws fails the task. */
export type TaskHandler = (
  task: EventWorkflowTask,
  context: TaskContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: A handler that returns nothing is as good as one that returns undefined.
) => Promise<object | undefined | void> | object | undefined | void;

/** What a handler has beside its task. */
export interface TaskContext {
  /** Aborted when the task was canceled or has gone to another worker, or the worker's own signal: the work is in vain then. */
  readonly signal: AbortSignal;
  /** Tells how far the work is, in percent and perhaps in a few words. Resolved when it was told; never rejects. */
  progress(percent: number, subtext?: string): Promise<void>;
  /** Adds a line to the task's logs. Lines are gathered and sent a few times a second. */
  log(line: string): void;
}

export interface WorkerOptions {
  /** Only tasks of these names. */
  readonly names?: readonly string[] | undefined;
  /** How many tasks are handled at once. Left out: 1. */
  readonly concurrency?: number | undefined;
  /** How long the task of a worker that has died is kept for it; it is prolonged while the handler runs. Left out: 60. */
  readonly leaseSeconds?: number | undefined;
  /** Tells this worker from the others, and no two may have the same. Left out: made up. */
  readonly workerId?: string | undefined;
  /** Ends the worker: handlers are aborted too, and the tasks of those that then throw are given back. */
  readonly signal?: AbortSignal | undefined;
  /** Told of all that goes wrong: what a handler has thrown, a lost task, an outcome that was refused, what ended the worker. Left out, what ends it is an unhandled rejection, unless finished is looked at. */
  readonly onError?: ((error: unknown, task: EventWorkflowTask | undefined) => void) | undefined;
}
