import { callUnchecked } from "../call-operation.ts";
import type { CallbackReceipt } from "../contract/schemas.ts";
import type { Caller, CallOptions } from "../operation-call.ts";

/** The fields of a callback in addition to its status. */
export interface TaskUpdate {
  /** A text is one line; a list has one line per entry. At most 1,000 lines of 16 KiB each. */
  readonly logs?: string | readonly string[] | undefined;
  /** The status message of the task and its process. */
  readonly subtext?: string | undefined;
  /** Percent. */
  readonly progress?: number | undefined;
  /** Merged deeply into the task's output; these values take precedence, lists are replaced. */
  readonly output?: object | undefined;
}

/** @deprecated Use TaskUpdate. */
export type TaskNews = TaskUpdate;

export interface Callback extends TaskUpdate {
  readonly taskId: string;
  readonly status: "SUCCESS" | "FAILURE" | "PROGRESS";
}

/**
 * Reports progress or the outcome of a task to the service. An outcome is applied once, so it can be retried without a
 * response; the log lines of a PROGRESS would be added twice.
 */
export function callBack(caller: Caller, callback: Callback, options: CallOptions): Promise<CallbackReceipt> {
  const isRepeatable = callback.status !== "PROGRESS" || callback.logs === undefined;
  return callUnchecked(
    (request, sent) => caller.send({ ...request, isRepeatable }, sent),
    "call-back-task",
    { body: callback },
    options,
  );
}
