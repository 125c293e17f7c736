import type { processStatuses, taskStatuses } from "@weft/contract";

export type TaskStatus = (typeof taskStatuses)[number];
export type ProcessStatus = (typeof processStatuses)[number];

/** What can happen to a task. */
export type TaskEvent =
  /** A node begins to run it, also one that takes it over from a node that is gone. */
  | "start"
  /** Its own work is done, and a callback will finish it. */
  | "await"
  | "complete"
  | "fail"
  /** It failed or timed out and will be run again. */
  | "retry"
  | "cancel"
  /** A task before it has failed. */
  | "skip"
  /** Somebody wants a failed task, and those behind it, to be run after all. */
  | "reopen";

/** Everything that may happen to a task in a state, and the state it is in then. Nothing else changes a status. */
export const taskTransitions: Readonly<Record<TaskStatus, Readonly<Partial<Record<TaskEvent, TaskStatus>>>>> = {
  pending: { start: "running", cancel: "canceled", skip: "skipped" },
  running: {
    start: "running",
    await: "awaiting",
    complete: "completed",
    fail: "failed",
    retry: "pending",
    cancel: "canceled",
  },
  awaiting: { complete: "completed", fail: "failed", retry: "pending", cancel: "canceled" },
  completed: {},
  failed: { reopen: "pending" },
  canceled: {},
  skipped: { reopen: "pending" },
};

/** Undefined where it cannot happen in this state. */
export function nextStatus(status: TaskStatus, event: TaskEvent): TaskStatus | undefined {
  return taskTransitions[status][event];
}

/** The states in which it can happen, for those who ask the database. */
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

/** The state of a process that has begun is that of its tasks, in their order. */
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
