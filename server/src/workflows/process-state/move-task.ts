import assert from "node:assert";
import type { Failure, ProcessState, WorkflowProcess, WorkflowTask } from "./process-state.ts";
import { hasEnded, nextStatus, processStatusOf, type TaskEvent } from "./task-states.ts";

/** A process state and the time of a transition. */
interface Moment {
  readonly processState: ProcessState;
  readonly now: Date;
}

/** What else changes with the status of a task. */
type TaskChange = Partial<Omit<WorkflowTask, "id" | "processId" | "position" | "status">>;

/**
 * The process state after an event of one of its tasks: the next task may run, or the rest is skipped, and the process
 * status follows from its tasks. The event must be possible: check with nextStatus first if unsure.
 */
export function moveTask(
  { processState, now }: Moment,
  taskId: string,
  event: TaskEvent,
  change: TaskChange,
): ProcessState {
  const moved = processState.tasks.map((task) => (task.id === taskId ? movedTask(task, event, change, now) : task));
  return settle(processState.process, moved, now);
}

/** A node starts to run the task. The first start and deadline stay: later ones are greater. */
export function startTask({ processState, now }: Moment, task: WorkflowTask, nodeId: string): ProcessState {
  const deadline = new Date(now.getTime() + task.timeoutSeconds * 1000);
  return moveTask({ processState, now }, task.id, "start", {
    claimedBy: nodeId,
    attempt: task.attempt + 1,
    runOn: null,
    startedOn: task.startedOn ?? now,
    deadline: task.deadline !== null && task.deadline < deadline ? task.deadline : deadline,
  });
}

/** Applies the same event to several tasks, each on its own. */
export function moveTasks({ processState, now }: Moment, event: TaskEvent, change: TaskChange): ProcessState {
  const moved = processState.tasks.map((task) =>
    nextStatus(task.status, event) === undefined ? task : movedTask(task, event, change, now),
  );
  return settle(processState.process, moved, now);
}

function movedTask(task: WorkflowTask, event: TaskEvent, change: TaskChange, now: Date): WorkflowTask {
  const status = nextStatus(task.status, event);
  assert(status !== undefined, `a task that is ${task.status} cannot ${event}`);
  const atRest = status === "running" ? {} : { claimedBy: null, runOn: null, state: null };
  const ended = hasEnded(status) ? { endedOn: now, deadline: null, heartbeatDeadline: null } : { endedOn: null };
  return { ...task, ...atRest, ...ended, ...change, status };
}

function settle(process: WorkflowProcess, tasks: readonly WorkflowTask[], now: Date): ProcessState {
  const current = tasks.findIndex(({ status }) => status !== "completed");
  const isBroken = tasks[current]?.status === "failed";
  const settled = tasks.map((task, index) => {
    if (task.status !== "pending") {
      return task;
    }
    if (isBroken) {
      return movedTask(task, "skip", {}, now);
    }
    // Tasks run one at a time: the first open one may run now, unless it has its own time.
    return index === current && task.runOn === null ? { ...task, runOn: now } : task;
  });
  return { process: settledProcess(process, settled, now), tasks: settled };
}

function settledProcess(process: WorkflowProcess, tasks: readonly WorkflowTask[], now: Date): WorkflowProcess {
  const status = processStatusOf(tasks);
  const failed = tasks.find((task) => task.status === "failed");
  return status === process.status
    ? process
    : { ...process, status, endedOn: hasEnded(status) ? now : null, failure: failed ? failureOf(failed) : null };
}

function failureOf({ id, name, failure }: WorkflowTask) {
  const { code, message }: Failure = failure ?? { code: "error", message: "The task failed." };
  return { code, message, taskId: id, taskName: name };
}

const canceled = { code: "canceled", message: "The process was canceled." } as const;

/** Cancels everything that has not ended. A pending process has no tasks yet. */
export function cancelProcessState({ processState, now }: Moment): ProcessState {
  const moved = moveTasks({ processState, now }, "cancel", { failure: canceled });
  return { ...moved, process: { ...moved.process, status: "canceled", endedOn: now, failure: canceled } };
}

const fresh = { failure: null, output: {}, outputSources: {}, progress: null, retries: 0, input: null } as const;

/** Reopens the failed task to run again, together with the skipped tasks after it. */
export function reopenTask({ processState, now }: Moment, taskId: string, idempotencyKey: string): ProcessState {
  const { process, tasks } = moveTasks({ processState, now }, "reopen", fresh);
  // The receiver of the failed run must not mistake the new call for the old one.
  const renewed = tasks.map((task) => (task.id === taskId ? { ...task, idempotencyKey } : task));
  return { process: { ...process, failure: null }, tasks: renewed };
}

/** Where a process restarts: after a task, with its corrected output, or with the task itself. */
export interface Restart {
  readonly from: WorkflowTask;
  readonly corrected: Pick<WorkflowTask, "output" | "outputSources"> | undefined;
  readonly newKey: () => string;
}

/** Runs the tasks after the given one again, and that one too unless its output is corrected. */
export function restartProcessState({ processState, now }: Moment, { from, corrected, newKey }: Restart): ProcessState {
  const tasks = processState.tasks.map((task) => {
    if (task.position < from.position) {
      return task;
    }
    if (task.id === from.id && corrected !== undefined) {
      return movedTask(task, "correct", { ...corrected, failure: null }, now);
    }
    // Neither callbacks for the replaced run nor receivers of its calls must mistake the new one for it.
    const restarted = { ...fresh, subtext: null, startedOn: null, deadline: null, heartbeatDeadline: null };
    return movedTask(
      task,
      "restart",
      { ...restarted, ...(task.attempt === 0 ? {} : { idempotencyKey: newKey() }) },
      now,
    );
  });
  const process = { ...processState.process, status: "running", subtext: null, failure: null, endedOn: null } as const;
  return settle(process, tasks, now);
}
