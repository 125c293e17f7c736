import { type Moment, moveTasks } from "./move-task.ts";
import type { ProcessState } from "./process-state.ts";

/** Reopens the failed task to run again, together with the skipped tasks after it. */
export function reopenTask({ processState, now }: Moment, taskId: string, idempotencyKey: string): ProcessState {
  const fresh = { failure: null, output: {}, outputSources: {}, progress: null, retries: 0, input: null };
  const { process, tasks } = moveTasks({ processState, now }, "reopen", fresh);
  // The receiver of the failed run must not mistake the new call for the old one.
  const renewed = tasks.map((task) => (task.id === taskId ? { ...task, idempotencyKey } : task));
  return { process: { ...process, failure: null }, tasks: renewed };
}
