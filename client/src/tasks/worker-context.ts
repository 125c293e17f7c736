import type { EventWorkflowTask } from "../contract/schemas.ts";
import type { Caller } from "../operation-call.ts";
import type { TaskHandler } from "./task-handler.ts";

/** Shared by the runs of one worker. */
export interface WorkerContext {
  readonly caller: Caller;
  readonly handler: TaskHandler;
  readonly workerId: string;
  readonly leaseSeconds: number;
  /** Aborts everything immediately. */
  readonly signal: AbortSignal | undefined;
  /** Never throws. */
  reportError(error: unknown, task?: EventWorkflowTask): void;
}
