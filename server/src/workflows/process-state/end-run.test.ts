import { describe, expect, test } from "vitest";
import { buildProcessState, builtOn, secondsAfter, statusesOf } from "../testing/build-process-state.ts";
import type { TaskDefinition } from "../workflow.ts";
import { breakRun, finishRun, heartbeatDeadlineOf, postponeRun } from "./end-run.ts";
import { requireTask } from "./process-state.ts";

const now = secondsAfter(builtOn, 10);
const deadline = secondsAfter(builtOn, 60);
const claim = { status: "running", claimedBy: "node", attempt: 1, deadline } as const;

function runningProcess(input: object = {}) {
  const processState = buildProcessState([{ ...claim, isAsync: false, action: "script", ...input }, {}]);
  return { processState, task: requireTask(processState, "task-0") };
}

describe("a run that succeeds", () => {
  test("completes a synchronous task, and the next one may run", () => {
    const { processState, task } = runningProcess({ output: { a: 1 }, outputSources: { "/a": "task" } });

    const ended = finishRun(processState, task, { b: { c: 2 } }, now);

    expect(statusesOf(ended)).toEqual(["completed", "pending"]);
    expect(ended.tasks[0]).toMatchObject({
      output: { a: 1, b: { c: 2 } },
      outputSources: { "/a": "task", "/b/c": "task" },
      deadline: null,
    });
    expect(ended.tasks[1]?.runOn).toEqual(now);
  });

  test("makes an async task await its callback, with a deadline and a heartbeat deadline", () => {
    const { processState, task } = runningProcess({ isAsync: true, heartbeatSeconds: 5 });

    const ended = finishRun(processState, task, { sent: true }, now);

    expect(statusesOf(ended)).toEqual(["awaiting", "pending"]);
    expect(ended.process.status).toBe("awaiting");
    expect(ended.tasks[0]).toMatchObject({ output: { sent: true }, deadline, claimedBy: null });
    expect(ended.tasks[0]?.heartbeatDeadline).toEqual(secondsAfter(now, 5));
    expect(ended.tasks[1]?.runOn).toBeNull();
  });

  test.each([true, false])("clears the failure of an earlier attempt (async: %s)", (isAsync) => {
    const failure = { code: "error", message: "at first" } as const;
    const { processState, task } = runningProcess({ isAsync, failure, retries: 1, attempt: 2 });

    const ended = finishRun(processState, task, {}, now);

    expect(ended.tasks[0]?.failure).toBeNull();
  });
});

test("a postponed run holds no node, and its deadline stays", () => {
  const { processState, task } = runningProcess();
  const on = secondsAfter(now, 30);

  const postponed = postponeRun(processState, task, on, { page: 2 });

  expect(postponed.tasks[0]).toMatchObject({
    status: "running",
    claimedBy: null,
    runOn: on,
    state: { page: 2 },
    deadline,
  });
  expect(postponed.process).toBe(processState.process);
});

describe("a run that fails", () => {
  const error = { code: "error", message: "no route" } as const;
  const timeout = { code: "timeout", message: "too late" } as const;

  interface Broken {
    readonly failure: typeof error | typeof timeout;
    readonly retries: number;
  }

  function definition(input: Partial<TaskDefinition>): TaskDefinition {
    return { name: "task-0", action: "script", async: false, config: {}, ...input };
  }

  test.each<[string, Partial<TaskDefinition>, Broken, string]>([
    ["fails the task", {}, { failure: error, retries: 0 }, "failed"],
    ["fails it when its time is over", {}, { failure: timeout, retries: 0 }, "failed"],
    ["is run again", { retry: { attempts: 1 } }, { failure: error, retries: 0 }, "pending"],
    ["is run again when its time is over", { retry: { attempts: 1 } }, { failure: timeout, retries: 0 }, "pending"],
    ["fails it after the last attempt", { retry: { attempts: 2 } }, { failure: error, retries: 2 }, "failed"],
    ["completes it by timing out", { onTimeout: "complete" }, { failure: timeout, retries: 0 }, "completed"],
    ["does not complete it by an error", { onTimeout: "complete" }, { failure: error, retries: 0 }, "failed"],
    [
      "is run again before it completes",
      { onTimeout: "complete", retry: { attempts: 1 } },
      { failure: timeout, retries: 0 },
      "pending",
    ],
    [
      "completes it after the last attempt",
      { onTimeout: "complete", retry: { attempts: 1 } },
      { failure: timeout, retries: 1 },
      "completed",
    ],
  ])("%s", (_, input, { failure, retries }, status) => {
    const { processState, task } = runningProcess({ retries });

    const broken = breakRun(processState, task, { failure, definition: definition(input), now });

    expect(broken.tasks[0]).toMatchObject({ status, failure });
  });

  test("completes with the output given for this case", () => {
    const { processState, task } = runningProcess({ output: { a: { own: 1 } } });
    const complete = definition({ onTimeout: "complete", timeoutOutput: { a: { given: 2 } } });

    const broken = breakRun(processState, task, { failure: timeout, definition: complete, now });

    expect(broken.tasks[0]).toMatchObject({
      output: { a: { own: 1, given: 2 } },
      outputSources: { "/a/own": "task", "/a/given": "timeout" },
    });
    expect(broken.process.failure).toBeNull();
  });

  test.each([
    [10, undefined, 0],
    [20, undefined, 1],
    [40, undefined, 2],
    [3, 3, 0],
    [6, 3, 1],
    [0, 0, 5],
    [6 * 3600, 3600, 10],
  ])("waits %s s (first wait %s, retry %s)", (seconds, backoffSeconds, retries) => {
    const { processState, task } = runningProcess({ retries });
    const retry = { attempts: 20, ...(backoffSeconds === undefined ? {} : { backoffSeconds }) };

    const broken = breakRun(processState, task, { failure: error, definition: definition({ retry }), now });

    expect(broken.tasks[0]).toMatchObject({
      runOn: secondsAfter(now, seconds),
      retries: retries + 1,
      deadline: null,
      heartbeatDeadline: null,
      idempotencyKey: task.idempotencyKey,
    });
  });
});

test.each([
  [null, null],
  [30, secondsAfter(now, 30)],
])("with a heartbeat of %s s the next is due by %s", (heartbeatSeconds, due) => {
  const processState = buildProcessState([{ heartbeatSeconds }]);

  expect(heartbeatDeadlineOf(requireTask(processState, "task-0"), now)).toEqual(due);
});
