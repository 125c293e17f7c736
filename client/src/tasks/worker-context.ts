import type { EventWorkflowTask } from "../contract/schemas.ts";
import type { Caller } from "../operation-call.ts";
import type { TaskHandler } from "./task-handler.ts";

/** What the runs of one worker share. */
export interface WorkerContext {
  readonly caller: Caller;
  readonly handler: TaskHandler;
  readonly workerId: string;
  readonly leaseSeconds: number;
  /** Ends everything at once. */
  readonly signal: AbortSignal | undefined;
  /** Never throws, whatever it comes to. */
  reportError(error: unknown, task?: EventWorkflowTask): void;
}
