import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { buildHeldTask, taskOf } from "../testing/task-world.ts";
import {
  buildAwaiting,
  buildWorkflow,
  callBack,
  ended,
  processIn,
  run,
  shareWorkflowService,
  start,
} from "../testing/workflow-world.ts";

let service: TestService;
const receivers: Receiver[] = [];

beforeAll(async () => {
  service = await shareWorkflowService();
});

afterAll(async () => {
  await service.stop();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

/** One per test, because they wait concurrently. */
async function openReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

interface Timed {
  readonly startedOn: string;
  readonly endedOn: string;
}

function secondsOf({ startedOn, endedOn }: Timed): number {
  return (Date.parse(endedOn) - Date.parse(startedOn)) / 1000;
}

const reader = { name: "reader", action: "script", config: { code: "return { read: tasks.call.output };" } };
const lateMessage = "The task timed out after 1 s.";

describe.concurrent("a task that exceeds its timeout", () => {
  test("fails while it runs, and its call is aborted", async () => {
    const { id, processId, call, letGo } = await buildHeldTask(service, await openReceiver(), {
      task: { async: false, timeoutSeconds: 1 },
      tasksBehind: [reader],
    });

    const end = await ended(service, processId);
    await waitUntil("the call is aborted", () => call.isAborted);
    letGo();

    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout", message: lateMessage, taskId: id } });
    expect(end.tasks[0]).toMatchObject({ status: "failed", failure: { code: "timeout" }, attempt: 1 });
    expect(end.tasks[0]).not.toHaveProperty("deadline");
    expect(end.tasks[1].status).toBe("skipped");
    expect(secondsOf(end.tasks[0])).toBeLessThan(15);
  });

  test("fails while it waits for its callback", async () => {
    const end = await run(service, { tasks: [{ name: "wait", action: "external", timeoutSeconds: 1 }] });

    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout", message: lateMessage } });
    expect(end.tasks[0]).toMatchObject({ status: "failed", input: {}, attempt: 1 });
    expect(secondsOf(end.tasks[0])).toBeLessThan(15);
  });

  test("fails while it is postponed", async () => {
    const end = await run(service, {
      tasks: [{ name: "sleep", action: "delay", config: { seconds: 60 }, timeoutSeconds: 1 }],
    });

    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout", message: lateMessage } });
  });

  test("fails even if its action ignores the signal", async () => {
    const end = await run(service, {
      tasks: [{ name: "spin", action: "script", config: { code: "for (;;) {}" }, timeoutSeconds: 1 }],
    });

    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout" } });
  });
});

describe.concurrent("a task without heartbeats", () => {
  test("fails", async () => {
    const end = await run(service, {
      tasks: [{ name: "wait", action: "external", heartbeatSeconds: 1, timeoutSeconds: 60 }],
    });

    expect(end.failure).toMatchObject({ code: "timeout", message: "The task sent no heartbeat for 1 s." });
  });

  test("stays alive while PROGRESS is reported", async () => {
    const tasks = [{ name: "wait", action: "external", heartbeatSeconds: 2, timeoutSeconds: 60 }];
    const { process, task } = await buildAwaiting(service, { tasks });
    const silentUntil = Date.parse(task.updatedOn) + 2_000;

    await waitUntil("it would have timed out without", async () => {
      await callBack(service, { taskId: task.id, status: "PROGRESS" });
      return Date.now() > silentUntil + 1_000;
    });
    const answer = await callBack(service, { taskId: task.id, status: "SUCCESS" });

    expect(answer.status).toBe(200);
    expect((await ended(service, process.id)).status).toBe("completed");
  });
});

describe.concurrent("with onTimeout: complete a task", () => {
  const timeoutOutput = { order: { state: "unknown" }, by: "default" };

  test("completes with the given output while it runs, and the next task reads it", async () => {
    const { processId, letGo } = await buildHeldTask(service, await openReceiver(), {
      task: { async: false, timeoutSeconds: 1, onTimeout: "complete", timeoutOutput },
      tasksBehind: [reader],
    });

    const end = await ended(service, processId);
    letGo();

    expect(end).toMatchObject({ status: "completed", taskOutputs: { reader: { read: timeoutOutput } } });
    expect(end.tasks[0]).toMatchObject({
      status: "completed",
      output: timeoutOutput,
      outputSources: { "/order/state": "timeout", "/by": "timeout" },
      failure: { code: "timeout", message: lateMessage },
    });
    expect(end).not.toHaveProperty("failure");
  });

  test("merges the given output over its own while it waits", async () => {
    const receiver = await openReceiver();
    receiver.answer(() => ({ body: { order: { state: "sent", number: 7 } } }));
    const call = { name: "call", action: "http", async: true, config: { url: receiver.url } };

    const end = await run(service, { tasks: [{ ...call, timeoutSeconds: 1, onTimeout: "complete", timeoutOutput }] });

    expect(end.tasks[0]).toMatchObject({
      status: "completed",
      output: { order: { state: "unknown", number: 7 }, by: "default" },
      outputSources: { "/order/state": "timeout", "/order/number": "task", "/by": "timeout" },
    });
  });

  test("completes without output if none is given", async () => {
    const end = await run(service, {
      tasks: [{ name: "wait", action: "external", timeoutSeconds: 1, onTimeout: "complete" }],
    });

    expect(end).toMatchObject({ status: "completed", taskOutputs: { wait: {} } });
  });
});

describe.concurrent("with retry a timed-out task runs again", () => {
  test("while running, by a call with the same Idempotency-Key", async () => {
    const receiver = await openReceiver();
    const { id, processId, call, letGo } = await buildHeldTask(service, receiver, {
      task: { async: false, timeoutSeconds: 1, retry: { attempts: 1, backoffSeconds: 0 } },
    });
    receiver.answer(() => ({ body: { attempt: 2 } }));

    const end = await ended(service, processId);
    letGo();

    expect(end).toMatchObject({ status: "completed", taskOutputs: { call: { attempt: 2 } } });
    expect(end.tasks[0]).toMatchObject({ id, attempt: 2, status: "completed" });
    expect(end.tasks[0]).not.toHaveProperty("failure");
    expect(receiver.calls.map(({ headers }) => headers["idempotency-key"])).toEqual(
      Array(2).fill(call.headers["idempotency-key"]),
    );
  });

  test("while waiting, and a later attempt is called back", async () => {
    const receiver = await openReceiver();
    const call = { name: "call", action: "http", async: true, config: { url: receiver.url }, timeoutSeconds: 1 };
    const workflow = await buildWorkflow(service, { tasks: [{ ...call, retry: { attempts: 20, backoffSeconds: 0 } }] });
    const { id } = await start(service, workflow);
    await waitUntil("it is called again", () => receiver.calls.length === 2);

    const answer = await callBack(service, { taskId: receiver.calls[1]?.body.taskId, status: "SUCCESS" });
    const end = await ended(service, id);

    // 202 if it arrives before the task awaits it.
    expect([200, 202]).toContain(answer.status);
    expect(end.status).toBe("completed");
    expect(end.tasks[0].attempt).toBeGreaterThanOrEqual(2);
    expect(end.tasks[0]).not.toHaveProperty("failure");
  });

  test("and fails when the attempts are exhausted", async () => {
    const retry = { attempts: 1, backoffSeconds: 0 };
    const end = await run(service, { tasks: [{ name: "wait", action: "external", timeoutSeconds: 1, retry }] });

    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout" }, tasks: [{ attempt: 2 }] });
  });
});

describe("the deadline of a task is shown", () => {
  test.each([
    ["of a synchronous task, also without a time of its own", { async: false }, 5 * 60],
    ["of an async one, also without a time of its own", { async: true }, 7 * 24 * 3600],
    ["as the definition has it", { async: true, timeoutSeconds: 90 }, 90],
  ])("%s", async (_, task, seconds) => {
    const { id, processId, letGo } = await buildHeldTask(service, await openReceiver(), { task });

    const { deadline, startedOn } = await taskOf(service, id);
    letGo();
    const process = await processIn(service, processId, "awaiting", "completed");

    expect(Date.parse(deadline) - Date.parse(startedOn)).toBe(seconds * 1000);
    expect(process.tasks[0].deadline).toBe(task.async ? deadline : undefined);
  });
});
