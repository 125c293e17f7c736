import type { processStatuses, taskStatuses } from "@weft/contract";

export type TaskStatus = (typeof taskStatuses)[number];
export type ProcessStatus = (typeof processStatuses)[number];

/** The events of a task. */
export type TaskEvent =
  /** A node starts to run it, possibly taking it over from a dead node. */
  | "start"
  /** Its action has finished, and a callback will complete it. */
  | "await"
  | "complete"
  | "fail"
  /** It failed or timed out and will be run again. */
  | "retry"
  | "cancel"
  /** An earlier task has failed. */
  | "skip"
  /** A user retries a failed task together with those after it. */
  | "reopen"
  /** A user restarts the process from this task or an earlier one. */
  | "restart"
  /** A user restarts the process after this task, with another output. */
  | "correct";

/** All transitions of a task. Nothing else changes a status. */
export const taskTransitions: Readonly<Record<TaskStatus, Readonly<Partial<Record<TaskEvent, TaskStatus>>>>> = {
  pending: { start: "running", cancel: "canceled", skip: "skipped", restart: "pending" },
  running: {
    start: "running",
    await: "awaiting",
    complete: "completed",
    fail: "failed",
    retry: "pending",
    cancel: "canceled",
    restart: "pending",
  },
  awaiting: { complete: "completed", fail: "failed", retry: "pending", cancel: "canceled", restart: "pending" },
  completed: { restart: "pending", correct: "completed" },
  failed: { reopen: "pending", restart: "pending", correct: "completed" },
  canceled: {},
  skipped: { reopen: "pending", restart: "pending" },
};

/** Undefined if the event is not possible in this state. */
export function nextStatus(status: TaskStatus, event: TaskEvent): TaskStatus | undefined {
  return taskTransitions[status][event];
}

/** The states in which the event is possible, for database queries. */
export function statusesBefore(event: TaskEvent): TaskStatus[] {
  return Object.entries(taskTransitions).flatMap(([status, events]) =>
    events[event] === undefined || !isTaskStatus(status) ? [] : [status],
  );
}

export function hasEnded(status: TaskStatus | ProcessStatus): boolean {
  return status !== "pending" && status !== "running" && status !== "awaiting";
}

function isTaskStatus(text: string): text is TaskStatus {
  return Object.hasOwn(taskTransitions, text);
}

/** The status of a started process follows from its tasks, in their order. */
export function processStatusOf(tasks: readonly { readonly status: TaskStatus }[]): ProcessStatus {
  const current = tasks.find(({ status }) => status !== "completed");
  switch (current?.status) {
    case undefined:
      return "completed";
    case "awaiting":
      return "awaiting";
    case "failed":
    case "skipped":
      return "failed";
    case "canceled":
      return "canceled";
    default:
      return "running";
  }
}
