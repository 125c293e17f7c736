import type { externalEventOperations } from "@weft/contract";
import type { z } from "zod";
import type { JsonObject } from "../../platform/json-value.ts";
import { startOfText } from "../../platform/storable-text.ts";
import { heartbeatDeadlineOf, mergeInto } from "../process-state/end-run.ts";
import { moveTask } from "../process-state/move-task.ts";
import type { ProcessState, WorkflowTask } from "../process-state/process-state.ts";
import { hasEnded } from "../process-state/task-states.ts";

type SentCallback = z.output<typeof externalEventOperations.callBack.body>;

export interface Callback extends Omit<SentCallback, "output"> {
  readonly output?: JsonObject | undefined;
}

export type CallbackStatus = Callback["status"];

/** A callback that was applied earlier, from the log. */
export interface TakenCallback {
  readonly status: CallbackStatus;
  readonly verdict: "applied" | "held";
  readonly receivedOn: Date;
}

export type Verdict =
  | { readonly kind: "apply" }
  /** It arrived while the task is still running: it is held until the task awaits it. */
  | { readonly kind: "hold" }
  | { readonly kind: "repeated"; readonly first: TakenCallback }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Decides the fate of a callback from the state of its task and the callbacks applied before. All conditions are here.
 */
export function evaluateCallback(task: WorkflowTask, status: CallbackStatus, taken: readonly TakenCallback[]): Verdict {
  if (!task.isAsync) {
    return { kind: "refused", reason: "This task is synchronous: it ends by itself and does not accept callbacks." };
  }
  const outcome = taken.find((callback) => callback.status !== "PROGRESS");
  if (outcome !== undefined) {
    return outcome.status === status
      ? { kind: "repeated", first: outcome }
      : { kind: "refused", reason: `The task already received ${outcome.status}.` };
  }
  if (hasEnded(task.status)) {
    return { kind: "refused", reason: reasonOf(task) };
  }
  return { kind: task.status === "awaiting" ? "apply" : "hold" };
}

function reasonOf({ status, failure }: WorkflowTask): string {
  return failure?.code === "timeout"
    ? `The task already timed out and is ${status}.`
    : `The task is already ${status}, without a callback.`;
}

/** The process state with the callback applied. The callback's values win over those of the task. */
export function applyCallback(
  processState: ProcessState,
  task: WorkflowTask,
  callback: Callback,
  now: Date,
): ProcessState {
  const merged = mergeInto(task, callback.output ?? {}, "callback");
  const reported = {
    ...merged,
    ...(callback.subtext === undefined ? {} : { subtext: callback.subtext }),
    ...(callback.progress === undefined ? {} : { progress: callback.progress }),
  };
  const process =
    callback.subtext === undefined ? processState.process : { ...processState.process, subtext: callback.subtext };
  const receivedEvents = { ...processState, process };
  switch (callback.status) {
    case "SUCCESS":
      return moveTask({ processState: receivedEvents, now }, task.id, "complete", reported);
    case "FAILURE":
      return moveTask({ processState: receivedEvents, now }, task.id, "fail", {
        ...reported,
        failure: failureOf(callback),
      });
    case "PROGRESS": {
      const alive = { ...task, ...reported, heartbeatDeadline: heartbeatDeadlineOf(task, now) };
      return { ...receivedEvents, tasks: receivedEvents.tasks.map((other) => (other.id === task.id ? alive : other)) };
    }
  }
}

const messageMax = 2000;

function failureOf({ subtext, logs }: Callback) {
  const lastLine = typeof logs === "string" ? logs : logs?.at(-1);
  const message = subtext ?? lastLine ?? "A callback failed the task.";
  return { code: "callback", message: startOfText(message, messageMax) } as const;
}
