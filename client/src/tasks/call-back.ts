import { callUnchecked } from "../call-operation.ts";
import type { CallbackReceipt } from "../contract/schemas.ts";
import type { Caller, CallOptions } from "../operation-call.ts";

/** What a callback may carry beside its status. */
export interface TaskNews {
  /** A text is one line; each entry of a list is one. At most 1,000 lines, of 16 KiB each. */
  readonly logs?: string | readonly string[] | undefined;
  /** A few words on the task and its process. */
  readonly subtext?: string | undefined;
  /** Percent. */
  readonly progress?: number | undefined;
  /** Merged deeply into the task's own; these values win, lists are replaced. */
  readonly output?: object | undefined;
}

export interface Callback extends TaskNews {
  readonly taskId: string;
  readonly status: "SUCCESS" | "FAILURE" | "PROGRESS";
}

/**
 * Tells the service how a task goes. It applies an outcome once, so that may be sent again when no answer came; the log
 * lines of a PROGRESS it would take twice.
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
