import { toUSVString } from "node:util";
import { describe, expect, test } from "vitest";
import { requireTask, type WorkflowTask } from "../process-state/process-state.ts";
import { buildProcessState, buildTask, builtOn, secondsAfter, statusesOf } from "../testing/build-process-state.ts";
import { applyCallback, type CallbackStatus, evaluateCallback, type TakenCallback } from "./apply-callback.ts";

const now = secondsAfter(builtOn, 10);

function taken(status: CallbackStatus, verdict: TakenCallback["verdict"] = "applied"): TakenCallback {
  return { status, verdict, receivedOn: builtOn };
}

describe("a callback is", () => {
  interface Said {
    readonly status: CallbackStatus;
    readonly before: readonly TakenCallback[];
  }

  const timedOut = { code: "timeout", message: "too late" } as const;

  test.each<[string, string, Partial<WorkflowTask>, Said]>([
    ["apply", "that is awaiting", { status: "awaiting" }, { status: "SUCCESS", before: [] }],
    ["apply", "that is awaiting", { status: "awaiting" }, { status: "FAILURE", before: [] }],
    ["apply", "that is awaiting", { status: "awaiting" }, { status: "PROGRESS", before: [] }],
    ["hold", "that is running", { status: "running" }, { status: "SUCCESS", before: [] }],
    ["hold", "that is running", { status: "running" }, { status: "PROGRESS", before: [] }],
    ["hold", "that is pending", { status: "pending" }, { status: "FAILURE", before: [] }],
    ["repeated", "with this outcome", { status: "completed" }, { status: "SUCCESS", before: [taken("SUCCESS")] }],
    ["repeated", "with this outcome", { status: "failed" }, { status: "FAILURE", before: [taken("FAILURE")] }],
    [
      "repeated",
      "with this queued outcome",
      { status: "running" },
      { status: "SUCCESS", before: [taken("SUCCESS", "held")] },
    ],
    ["refused", "with another outcome", { status: "completed" }, { status: "FAILURE", before: [taken("SUCCESS")] }],
    ["refused", "with another outcome", { status: "failed" }, { status: "SUCCESS", before: [taken("FAILURE")] }],
    [
      "refused",
      "with another queued outcome",
      { status: "running" },
      { status: "FAILURE", before: [taken("SUCCESS", "held")] },
    ],
    ["refused", "that has ended", { status: "completed" }, { status: "PROGRESS", before: [taken("SUCCESS")] }],
    ["refused", "that has timed out", { status: "failed", failure: timedOut }, { status: "SUCCESS", before: [] }],
    [
      "refused",
      "that completed by timing out",
      { status: "completed", failure: timedOut },
      { status: "SUCCESS", before: [] },
    ],
    ["refused", "that was canceled", { status: "canceled" }, { status: "SUCCESS", before: [] }],
    ["refused", "that was skipped", { status: "skipped" }, { status: "FAILURE", before: [] }],
    ["refused", "that is synchronous", { status: "running", isAsync: false }, { status: "SUCCESS", before: [] }],
    ["refused", "that is synchronous", { status: "completed", isAsync: false }, { status: "SUCCESS", before: [] }],
  ])("%s for a task %s", (kind, _, task, { status, before }) => {
    expect(evaluateCallback(buildTask(task), status, before)).toMatchObject({ kind });
  });

  test("repeated, together with the first callback of the same status", () => {
    const first = taken("SUCCESS");

    const verdict = evaluateCallback(buildTask({ status: "completed" }), "SUCCESS", [first]);

    expect(verdict).toEqual({ kind: "repeated", first });
  });
});

function awaitingProcess(input: Partial<WorkflowTask> = {}) {
  const processState = buildProcessState([{ status: "awaiting", deadline: secondsAfter(builtOn, 60), ...input }, {}]);
  return { processState, task: requireTask(processState, "task-0") };
}

describe("an applied callback", () => {
  test("SUCCESS completes the task, and the next one may run", () => {
    const { processState, task } = awaitingProcess({ output: { a: { own: 1, both: 1 }, list: [1, 2] } });
    const output = { a: { both: 2 }, list: [3] };

    const applied = applyCallback(
      processState,
      task,
      { taskId: task.id, status: "SUCCESS", output, progress: 100 },
      now,
    );

    expect(statusesOf(applied)).toEqual(["completed", "pending"]);
    expect(applied.tasks[0]).toMatchObject({
      output: { a: { own: 1, both: 2 }, list: [3] },
      outputSources: { "/a/own": "task", "/a/both": "callback", "/list": "callback" },
      progress: 100,
      endedOn: now,
    });
    expect(applied.tasks[1]?.runOn).toEqual(now);
  });

  test("FAILURE fails the task and its process, and skips the rest", () => {
    const { processState, task } = awaitingProcess();

    const applied = applyCallback(processState, task, { taskId: task.id, status: "FAILURE", output: { code: 7 } }, now);

    expect(statusesOf(applied)).toEqual(["failed", "skipped"]);
    expect(applied.tasks[0]).toMatchObject({ output: { code: 7 }, failure: { code: "callback" } });
    expect(applied.process).toMatchObject({ status: "failed", failure: { code: "callback", taskId: "task-0" } });
  });

  test.each<[string, object, string]>([
    ["its subtext", { subtext: "out of stock", logs: "a line" }, "out of stock"],
    ["its last line", { logs: ["first", "last"] }, "last"],
    ["its line", { logs: "alone" }, "alone"],
    ["words of our own", {}, "A callback failed the task."],
    ["words of our own", { logs: [] }, "A callback failed the task."],
  ])("FAILURE stores %s as the reason", (_, said, message) => {
    const { processState, task } = awaitingProcess();

    const applied = applyCallback(processState, task, { taskId: task.id, status: "FAILURE", ...said }, now);

    expect(applied.tasks[0]?.failure).toEqual({ code: "callback", message });
  });

  test("a long reason is never cut within a character", () => {
    const { processState, task } = awaitingProcess();
    const logs = `${"x".repeat(1999)}😀 and more`;

    const applied = applyCallback(processState, task, { taskId: task.id, status: "FAILURE", logs }, now);

    const message = applied.tasks[0]?.failure?.message ?? "";
    expect(message).toBe(toUSVString(message));
    expect(message.length).toBeLessThanOrEqual(2000);
  });

  test("PROGRESS is applied and counts as a heartbeat, and the task continues waiting", () => {
    const { processState, task } = awaitingProcess({
      heartbeatSeconds: 5,
      heartbeatDeadline: secondsAfter(builtOn, 11),
    });

    const applied = applyCallback(
      processState,
      task,
      { taskId: task.id, status: "PROGRESS", output: { page: 1 }, progress: 40, subtext: "page 1" },
      now,
    );

    expect(statusesOf(applied)).toEqual(["awaiting", "pending"]);
    expect(applied.tasks[0]).toMatchObject({ output: { page: 1 }, progress: 40, subtext: "page 1" });
    expect(applied.tasks[0]?.heartbeatDeadline).toEqual(secondsAfter(now, 5));
    expect(applied.tasks[0]?.deadline).toEqual(task.deadline);
    expect(applied.process.subtext).toBe("page 1");
  });

  test.each<CallbackStatus>(["SUCCESS", "FAILURE", "PROGRESS"])(
    "%s without a subtext keeps the current one",
    (status) => {
      const { processState, task } = awaitingProcess({ subtext: "half", progress: 50 });
      const reported = { ...processState, process: { ...processState.process, subtext: "half" } };

      const applied = applyCallback(reported, task, { taskId: task.id, status }, now);

      expect(applied.tasks[0]).toMatchObject({ subtext: "half", progress: 50 });
      expect(applied.process.subtext).toBe("half");
    },
  );

  test("an empty subtext replaces the current one", () => {
    const { processState, task } = awaitingProcess({ subtext: "half" });

    const applied = applyCallback(processState, task, { taskId: task.id, status: "SUCCESS", subtext: "" }, now);

    expect(applied.tasks[0]?.subtext).toBe("");
    expect(applied.process.subtext).toBe("");
  });
});
