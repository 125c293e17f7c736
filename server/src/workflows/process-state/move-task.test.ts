import { describe, expect, test } from "vitest";
import { buildProcessState, builtOn, secondsAfter, statusesOf } from "../testing/build-process-state.ts";
import { moveTask, moveTasks } from "./move-task.ts";
import type { TaskEvent } from "./task-states.ts";

const now = secondsAfter(builtOn, 10);
const claim = { claimedBy: "node", deadline: secondsAfter(builtOn, 60) };

test("only the task after a completed one may run", () => {
  const processState = buildProcessState([{ status: "running", ...claim }, {}, {}]);

  const moved = moveTask({ processState, now }, "task-0", "complete", {});

  expect(statusesOf(moved)).toEqual(["completed", "pending", "pending"]);
  expect(moved.tasks.map(({ runOn }) => runOn)).toEqual([null, now, null]);
  expect(moved.process).toMatchObject({ status: "running", endedOn: null });
});

test("a process completes with its last task", () => {
  const processState = buildProcessState([{ status: "completed" }, { status: "awaiting", deadline: claim.deadline }]);

  const moved = moveTask({ processState, now }, "task-1", "complete", { output: { sum: 3 } });

  expect(moved.tasks[1]).toMatchObject({ status: "completed", output: { sum: 3 }, endedOn: now, deadline: null });
  expect(moved.process).toMatchObject({ status: "completed", endedOn: now, failure: null });
});

test("a failed task fails its process with its reason, and skips the rest", () => {
  const processState = buildProcessState([
    { status: "completed" },
    { status: "running", name: "Send", ...claim },
    {},
    {},
  ]);
  const failure = { code: "error", message: "no route" } as const;

  const moved = moveTask({ processState, now }, "task-1", "fail", { failure });

  expect(statusesOf(moved)).toEqual(["completed", "failed", "skipped", "skipped"]);
  expect(moved.tasks.slice(1).map(({ endedOn }) => endedOn)).toEqual([now, now, now]);
  expect(moved.process).toMatchObject({
    status: "failed",
    endedOn: now,
    failure: { ...failure, taskId: "task-1", taskName: "Send" },
  });
});

test("a task that fails without a reason still has a failure message", () => {
  const processState = buildProcessState([{ status: "running" }]);

  const moved = moveTask({ processState, now }, "task-0", "fail", {});

  expect(moved.process.failure).toMatchObject({ code: "error", message: "The task failed." });
});

describe("claims and deadlines of a run are released", () => {
  test.each<[TaskEvent, object]>([
    ["await", { claimedBy: null, state: null, runOn: null, endedOn: null, deadline: claim.deadline }],
    ["complete", { claimedBy: null, state: null, runOn: null, endedOn: now, deadline: null }],
    ["fail", { claimedBy: null, state: null, runOn: null, endedOn: now, deadline: null }],
    ["cancel", { claimedBy: null, state: null, runOn: null, endedOn: now, deadline: null }],
    ["retry", { claimedBy: null, state: null, runOn: now, endedOn: null }],
  ])("by %s", (event, expected) => {
    const processState = buildProcessState([{ status: "running", state: { page: 2 }, ...claim }]);

    const moved = moveTask({ processState, now }, "task-0", event, {});

    expect(moved.tasks[0]).toMatchObject(expected);
  });
});

test("a postponed task keeps its time", () => {
  const processState = buildProcessState([{ status: "running", ...claim }]);
  const later = secondsAfter(now, 20);

  const moved = moveTask({ processState, now }, "task-0", "retry", { runOn: later });

  expect(moved.tasks[0]).toMatchObject({ status: "pending", runOn: later });
});

test("the process is unchanged if its status stays the same", () => {
  const processState = buildProcessState([{ status: "running", ...claim }, {}]);

  const moved = moveTask({ processState, now }, "task-0", "complete", {});

  expect(moved.process).toBe(processState.process);
});

test("an impossible transition is an internal error", () => {
  const processState = buildProcessState([{ status: "completed" }]);

  expect(() => moveTask({ processState, now }, "task-0", "complete", {})).toThrow("completed cannot complete");
});

test("canceling keeps completed tasks, and no task may run afterwards", () => {
  const processState = buildProcessState([{ status: "completed" }, { status: "pending", runOn: now }, {}]);

  const moved = moveTasks({ processState, now }, "cancel", {});

  expect(statusesOf(moved)).toEqual(["completed", "canceled", "canceled"]);
  expect(moved.tasks.every(({ runOn }) => runOn === null)).toBe(true);
  expect(moved.process.status).toBe("canceled");
});

test("reopening opens the failed task and those after it, and only the failed one may run", () => {
  const processState = buildProcessState(
    [{ status: "completed" }, { status: "failed", endedOn: builtOn }, { status: "skipped" }],
    {
      endedOn: builtOn,
    },
  );

  const moved = moveTasks({ processState, now }, "reopen", {});

  expect(statusesOf(moved)).toEqual(["completed", "pending", "pending"]);
  expect(moved.tasks.map(({ runOn }) => runOn)).toEqual([null, now, null]);
  expect(moved.process).toMatchObject({ status: "running", endedOn: null, failure: null });
});
