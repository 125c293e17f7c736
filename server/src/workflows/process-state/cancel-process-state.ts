import { type Moment, moveTasks } from "./move-task.ts";
import type { ProcessState } from "./process-state.ts";

const canceled = { code: "canceled", message: "The process was canceled." } as const;

/** Cancels everything that has not ended. A pending process has no tasks yet. */
export function cancelProcessState({ processState, now }: Moment): ProcessState {
  const moved = moveTasks({ processState, now }, "cancel", { failure: canceled });
  return { ...moved, process: { ...moved.process, status: "canceled", endedOn: now, failure: canceled } };
}
