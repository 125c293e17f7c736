import type { ProcessState, WorkflowTask } from "../process-state/process-state.ts";
import { hasEnded, processStatusOf, type TaskStatus, taskTransitions } from "../process-state/task-states.ts";

/** Violated invariants of a process state. Must always be empty. */
export function processStateErrors({ process, tasks }: ProcessState): string[] {
  const current = tasks.findIndex(({ status }) => status !== "completed");
  const isInProgress = (index: number) => index === current && !hasEnded(process.status);
  const hasFailedOrCanceled = process.status === "failed" || process.status === "canceled";
  return [
    ...errorIf(process.status !== processStatusOf(tasks), "the status of the process does not match its tasks"),
    ...errorIf(!isInOrder(tasks), "its tasks do not run one at a time, in their order"),
    ...errorIf((process.endedOn !== null) !== hasEnded(process.status), "it has no end, or an early one"),
    ...errorIf(
      (process.failure !== null) !== hasFailedOrCanceled,
      "it has no failure, or one although it did not fail",
    ),
    ...tasks.flatMap(taskErrors),
    ...tasks.flatMap((task, index) => (isInProgress(index) ? stuckErrors(task) : restErrors(task))),
  ].map((error) => `${error}: ${process.status}, ${tasks.map(({ status }) => status)}`);
}

function taskErrors({ id, status, isAsync, failure, endedOn }: WorkflowTask): string[] {
  const hasFailedOrCanceled = status === "failed" || status === "canceled";
  return [
    ...errorIf(status === "awaiting" && !isAsync, `${id} is synchronous and awaits`),
    ...errorIf((endedOn !== null) !== hasEnded(status), `${id} has no end, or an early one`),
    ...errorIf(hasFailedOrCanceled && failure === null, `${id} has no failure`),
    ...errorIf(status === "completed" && failure !== null && failure.code !== "timeout", `${id} has a failure`),
  ];
}

/** Completed tasks, then one that is in progress or has ended the process, then pending, skipped or canceled ones. */
function isInOrder(tasks: readonly WorkflowTask[]): boolean {
  const statuses = tasks.map(({ status }) => initials[status]).join("");
  return /^c*(?:[pra]p*|fs*|xx*)?$/.test(statuses);
}

const initials: Readonly<Record<TaskStatus, string>> = {
  pending: "p",
  running: "r",
  awaiting: "a",
  completed: "c",
  failed: "f",
  canceled: "x",
  skipped: "s",
};

/** A task that is not in progress has no run time, claim, deadline or saved state. */
function restErrors({ id, runOn, claimedBy, deadline, heartbeatDeadline, state }: WorkflowTask): string[] {
  const held = [runOn, claimedBy, deadline, heartbeatDeadline, state];
  return errorIf(
    held.some((value) => value !== null),
    `${id} is at rest and still held`,
  );
}

/** A task in progress always has something that continues it: a node, a run time, or a deadline. */
function stuckErrors({ id, status, runOn, claimedBy, deadline }: WorkflowTask): string[] {
  const canContinue: Partial<Record<TaskStatus, boolean>> = {
    pending: runOn !== null && claimedBy === null && deadline === null,
    running: (runOn === null) !== (claimedBy === null) && deadline !== null,
    awaiting: runOn === null && claimedBy === null && deadline !== null,
  };
  return errorIf(canContinue[status] !== true, `${id} is stuck`);
}

interface StepsBetween {
  /** Whether a failed task was retried, or the process restarted. */
  readonly wasReopened: boolean;
  /** The maximum number of transitions of a task between the two states. */
  readonly stepsMax: number;
}

/** Violated invariants between two successive process states. */
export function changeErrors(before: ProcessState, after: ProcessState, steps: StepsBetween): string[] {
  return after.tasks.flatMap((task, index) => {
    const earlier = before.tasks[index];
    if (earlier === undefined || earlier.id !== task.id) {
      return [`${task.id} is at another place`];
    }
    const hasOutcome = hasEnded(earlier.status) && !steps.wasReopened;
    return earlier === task
      ? []
      : [
          ...errorIf(
            !isReached(earlier.status, task.status, steps),
            `${task.id} was ${earlier.status}: ${task.status}`,
          ),
          ...errorIf(hasOutcome && outcomeOf(earlier) !== outcomeOf(task), `the outcome of ${task.id} has changed`),
        ];
  });
}

function outcomeOf({ status, output, failure, endedOn, idempotencyKey }: WorkflowTask): string {
  return JSON.stringify([status, output, failure, endedOn, idempotencyKey]);
}

/** Whether the table allows the change within that many transitions. */
function isReached(from: TaskStatus, to: TaskStatus, { wasReopened, stepsMax }: StepsBetween): boolean {
  if (from === to) {
    return true;
  }
  const { reopen, restart, correct, ...others } = taskTransitions[from];
  const next = Object.values(wasReopened ? taskTransitions[from] : others).filter((status) => status !== from);
  return stepsMax > 0 && next.some((status) => isReached(status, to, { wasReopened, stepsMax: stepsMax - 1 }));
}

function errorIf(isError: boolean, error: string): string[] {
  return isError ? [error] : [];
}

/** Its output was corrected by a restart, so it no longer follows from its callback. */
export function isCorrected({ outputSources }: Pick<WorkflowTask, "outputSources">): boolean {
  return Object.values(outputSources).includes("restart");
}
