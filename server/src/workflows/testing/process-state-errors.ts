import type { ProcessState, WorkflowTask } from "../process-state/process-state.ts";
import { hasEnded, processStatusOf, type TaskStatus, taskTransitions } from "../process-state/task-states.ts";

/** What is wrong with a course, in words: nothing, at every moment, whatever has happened to it. */
export function processStateErrors({ process, tasks }: ProcessState): string[] {
  const current = tasks.findIndex(({ status }) => status !== "completed");
  const isInProgress = (index: number) => index === current && !hasEnded(process.status);
  const isUnhappy = process.status === "failed" || process.status === "canceled";
  return [
    ...errorIf(process.status !== processStatusOf(tasks), "the process is not what its tasks are"),
    ...errorIf(!isInOrder(tasks), "its tasks do not run one at a time, in their order"),
    ...errorIf((process.endedOn !== null) !== hasEnded(process.status), "it has no end, or one too early"),
    ...errorIf((process.failure !== null) !== isUnhappy, "it does not tell why it has failed, or tells it needlessly"),
    ...tasks.flatMap(taskErrors),
    ...tasks.flatMap((task, index) => (isInProgress(index) ? stuckErrors(task) : restErrors(task))),
  ].map((error) => `${error}: ${process.status}, ${tasks.map(({ status }) => status)}`);
}

function taskErrors({ id, status, isAsync, failure, endedOn }: WorkflowTask): string[] {
  const isUnhappy = status === "failed" || status === "canceled";
  return [
    ...errorIf(status === "awaiting" && !isAsync, `${id} is synchronous and awaits`),
    ...errorIf((endedOn !== null) !== hasEnded(status), `${id} has no end, or one too early`),
    ...errorIf(isUnhappy && failure === null, `${id} does not tell why it has failed`),
    ...errorIf(status === "completed" && failure !== null && failure.code !== "timeout", `${id} has a failure`),
  ];
}

/** Completed ones, then one that is in progress or has broken the chain, then those that wait or never come. */
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

/** What is not in progress is not to be run, held or waited for. */
function restErrors({ id, runOn, claimedBy, deadline, heartbeatDeadline, state }: WorkflowTask): string[] {
  const held = [runOn, claimedBy, deadline, heartbeatDeadline, state];
  return errorIf(
    held.some((value) => value !== null),
    `${id} is at rest and still held`,
  );
}

/** Somebody or something continues with what is in progress: a node, its moment, or its deadline. */
function stuckErrors({ id, status, runOn, claimedBy, deadline }: WorkflowTask): string[] {
  const goesOn: Partial<Record<TaskStatus, boolean>> = {
    pending: runOn !== null && claimedBy === null && deadline === null,
    running: (runOn === null) !== (claimedBy === null) && deadline !== null,
    awaiting: runOn === null && claimedBy === null && deadline !== null,
  };
  return errorIf(goesOn[status] !== true, `${id} is stuck`);
}

interface StepsBetween {
  /** Whether a failed task was retried. */
  readonly wasReopened: boolean;
  /** How many things may have happened to a task between the two. */
  readonly stepsMax: number;
}

/** What is wrong between a course and what has become of it. */
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

/** Whether the table leads from one state to the other, in so many steps. */
function isReached(from: TaskStatus, to: TaskStatus, { wasReopened, stepsMax }: StepsBetween): boolean {
  if (from === to) {
    return true;
  }
  const { reopen, ...others } = taskTransitions[from];
  const next = Object.values(wasReopened ? taskTransitions[from] : others).filter((status) => status !== from);
  return stepsMax > 0 && next.some((status) => isReached(status, to, { wasReopened, stepsMax: stepsMax - 1 }));
}

function errorIf(isError: boolean, error: string): string[] {
  return isError ? [error] : [];
}
