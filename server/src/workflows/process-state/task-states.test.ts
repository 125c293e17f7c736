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

const events: readonly TaskEvent[] = ["start", "await", "complete", "fail", "retry", "cancel", "skip", "reopen"];

/** Everything that the specification allows. */
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
];

describe("of what can happen to a task", () => {
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

  test("the table has a line for every state of the contract, and no other", () => {
    expect(Object.keys(taskTransitions).toSorted()).toEqual([...taskStatuses].toSorted());
  });

  test.each(events)("the database looks for %s in just the states in which it can happen", (event) => {
    const before = allowed.filter(([, by]) => by === event).map(([status]) => status);

    expect(statusesBefore(event).toSorted()).toEqual(before.toSorted());
  });

  test("what has ended stays as it is, but for what was reopened", () => {
    const endings = taskStatuses.filter(hasEnded);

    expect(endings).toEqual(["completed", "failed", "canceled", "skipped"]);
    expect(allowed.filter(([status]) => hasEnded(status)).every(([, event]) => event === "reopen")).toBe(true);
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
