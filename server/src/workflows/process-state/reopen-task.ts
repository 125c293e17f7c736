import { type Moment, moveTasks } from "./move-task.ts";
import type { ProcessState } from "./process-state.ts";

/** The course with its failed task to be run once more; those behind it were skipped and are opened with it. */
export function reopenTask({ processState, now }: Moment, taskId: string, idempotencyKey: string): ProcessState {
  const fresh = { failure: null, output: {}, outputSources: {}, progress: null, retries: 0, input: null };
  const { process, tasks } = moveTasks({ processState, now }, "reopen", fresh);
  // Who was called by the failed run must not take the new call for the old one.
  const renewed = tasks.map((task) => (task.id === taskId ? { ...task, idempotencyKey } : task));
  return { process: { ...process, failure: null }, tasks: renewed };
}
