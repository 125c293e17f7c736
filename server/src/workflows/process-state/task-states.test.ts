import { taskStatuses } from "@weft/contract";
import { describe, expect, test } from "vitest";
import {
  hasEnded,
  nextStatus,
  type ProcessStatus,
  processStatusOf,
  statusesBefore,
  type TaskEvent,
  type TaskStatus,
  taskTransitions,
} from "./task-states.ts";

const events: readonly TaskEvent[] = [
  ...(["start", "await", "complete", "fail", "retry", "cancel", "skip", "reopen", "restart", "correct"] as const),
];

/** All transitions that the specification allows. */
const allowed: readonly [TaskStatus, TaskEvent, TaskStatus][] = [
  ["pending", "start", "running"],
  ["pending", "cancel", "canceled"],
  ["pending", "skip", "skipped"],
  ["running", "start", "running"],
  ["running", "await", "awaiting"],
  ["running", "complete", "completed"],
  ["running", "fail", "failed"],
  ["running", "retry", "pending"],
  ["running", "cancel", "canceled"],
  ["awaiting", "complete", "completed"],
  ["awaiting", "fail", "failed"],
  ["awaiting", "retry", "pending"],
  ["awaiting", "cancel", "canceled"],
  ["failed", "reopen", "pending"],
  ["skipped", "reopen", "pending"],
  ["pending", "restart", "pending"],
  ["running", "restart", "pending"],
  ["awaiting", "restart", "pending"],
  ["completed", "restart", "pending"],
  ["failed", "restart", "pending"],
  ["skipped", "restart", "pending"],
  ["completed", "correct", "completed"],
  ["failed", "correct", "completed"],
];

describe("transitions of a task", () => {
  test.each(allowed)("%s, %s: %s", (status, event, next) => {
    expect(nextStatus(status, event)).toBe(next);
  });

  const refused = taskStatuses.flatMap((status) =>
    events
      .filter((event) => !allowed.some(([from, by]) => from === status && by === event))
      .map((event): [TaskStatus, TaskEvent] => [status, event]),
  );

  test.each(refused)("%s, %s: never", (status, event) => {
    expect(nextStatus(status, event)).toBeUndefined();
  });

  test("the table covers exactly the states of the contract", () => {
    expect(Object.keys(taskTransitions).toSorted()).toEqual([...taskStatuses].toSorted());
  });

  test.each(events)("the database query for %s covers exactly the states in which it is possible", (event) => {
    const before = allowed.filter(([, by]) => by === event).map(([status]) => status);

    expect(statusesBefore(event).toSorted()).toEqual(before.toSorted());
  });

  test("ended tasks do not change unless they are reopened or restarted", () => {
    const endings = taskStatuses.filter(hasEnded);

    expect(endings).toEqual(["completed", "failed", "canceled", "skipped"]);
    const users = ["reopen", "restart", "correct"];
    expect(allowed.filter(([status]) => hasEnded(status)).every(([, event]) => users.includes(event))).toBe(true);
  });
});

describe("a process is", () => {
  test.each<[ProcessStatus, TaskStatus[]]>([
    ["running", ["pending"]],
    ["running", ["running"]],
    ["awaiting", ["awaiting"]],
    ["completed", ["completed"]],
    ["failed", ["failed"]],
    ["canceled", ["canceled"]],
    ["running", ["completed", "pending"]],
    ["running", ["completed", "running", "pending"]],
    ["awaiting", ["completed", "awaiting", "pending"]],
    ["completed", ["completed", "completed"]],
    ["failed", ["completed", "failed", "skipped"]],
    ["canceled", ["completed", "canceled", "canceled"]],
  ])("%s when its tasks are %j", (status, tasks) => {
    expect(processStatusOf(tasks.map((task) => ({ status: task })))).toBe(status);
  });
});
