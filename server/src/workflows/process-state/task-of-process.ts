import assert from "node:assert";
import type { ProcessState, WorkflowTask } from "./process-state.ts";

export function requireTask({ tasks }: ProcessState, taskId: string): WorkflowTask {
  const task = tasks.find(({ id }) => id === taskId);
  assert(task !== undefined, "a course without the task that it was found by");
  return task;
}

export function replaceTask(processState: ProcessState, changed: WorkflowTask): ProcessState {
  return { ...processState, tasks: processState.tasks.map((task) => (task.id === changed.id ? changed : task)) };
}
