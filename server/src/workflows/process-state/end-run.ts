import { type MergedOutput, mergeOutput } from "../../platform/json/merge-output.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { TaskDefinition } from "../workflow.ts";
import { moveTask } from "./move-task.ts";
import type { Failure, ProcessState, WorkflowTask } from "./process-state.ts";

const backoffSecondsDefault = 10;
const backoffSecondsMax = 6 * 3600;

/** Whether the task is still in the claimed run. If it was taken over meanwhile, the first run can no longer end it. */
export function isSameRun(task: WorkflowTask, claimed: WorkflowTask): boolean {
  return task.status === "running" && task.claimedBy === claimed.claimedBy && task.attempt === claimed.attempt;
}

/** The action has finished: an async task begins to await its callback, any other task is completed. */
export function finishRun(processState: ProcessState, task: WorkflowTask, own: JsonObject, now: Date): ProcessState {
  // The failure of an earlier attempt no longer counts.
  const change = { ...mergeInto(task, own, "task"), failure: null };
  if (!task.isAsync) {
    return moveTask({ processState, now }, task.id, "complete", change);
  }
  return moveTask({ processState, now }, task.id, "await", {
    ...change,
    heartbeatDeadline: heartbeatDeadlineOf(task, now),
  });
}

/** The action will continue later with its saved state. */
export function postponeRun(
  processState: ProcessState,
  task: WorkflowTask,
  runOn: Date,
  state: JsonObject,
): ProcessState {
  const postponed = { ...task, claimedBy: null, runOn, state };
  return { ...processState, tasks: processState.tasks.map((other) => (other.id === task.id ? postponed : other)) };
}

/** The action threw or timed out: it is retried, or the task ends. */
export function breakRun(
  processState: ProcessState,
  task: WorkflowTask,
  { failure, definition, now }: { readonly failure: Failure; readonly definition: TaskDefinition; readonly now: Date },
): ProcessState {
  const { retry, onTimeout, timeoutOutput = {} } = definition;
  if (task.retries < (retry?.attempts ?? 0)) {
    const seconds = backoffSeconds(retry?.backoffSeconds ?? backoffSecondsDefault, task.retries);
    const change = {
      retries: task.retries + 1,
      runOn: new Date(now.getTime() + seconds * 1000),
      deadline: null,
      heartbeatDeadline: null,
      failure,
    };
    return moveTask({ processState, now }, task.id, "retry", change);
  }
  if (failure.code === "timeout" && onTimeout === "complete") {
    const merged = mergeInto(task, timeoutOutput, "timeout");
    return moveTask({ processState, now }, task.id, "complete", { ...merged, failure });
  }
  return moveTask({ processState, now }, task.id, "fail", { failure });
}

export function heartbeatDeadlineOf({ heartbeatSeconds }: WorkflowTask, now: Date): Date | null {
  return heartbeatSeconds === null ? null : new Date(now.getTime() + heartbeatSeconds * 1000);
}

/** Doubled with each retry. */
function backoffSeconds(first: number, retries: number): number {
  return Math.min(first * 2 ** retries, backoffSecondsMax);
}

/** Merges values into the output of a task, and records the source of each. */
export function mergeInto(
  { output, outputSources }: Pick<WorkflowTask, "output" | "outputSources">,
  addition: JsonObject,
  additionSource: "task" | "callback" | "timeout" | "restart",
): MergedOutput {
  return mergeOutput({ own: output, ownSource: "task", addition, additionSource, sources: outputSources });
}
