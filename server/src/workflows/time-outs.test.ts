import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { type Receiver, startReceiver } from "./testing/receiver.ts";
import { buildHeldTask, taskIn, taskOf } from "./testing/task-world.ts";
import { buildAwaiting, callBack, ended, processIn, run, startWorkflowService } from "./testing/workflow-world.ts";

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startWorkflowService(), startReceiver()]);
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

interface Timed {
  readonly startedOn: string;
  readonly endedOn: string;
}

function secondsOf({ startedOn, endedOn }: Timed): number {
  return (Date.parse(endedOn) - Date.parse(startedOn)) / 1000;
}

const reader = { name: "reader", action: "script", config: { code: "return { read: tasks.call.output };" } };
const lateMessage = "The task has not ended within 1 s.";

describe("a task that takes too long", () => {
  test("fails while it runs, and its call is given up", async () => {
    const { id, processId, call, letGo } = await buildHeldTask(service, receiver, {
      task: { async: false, timeoutSeconds: 1 },
      tasksBehind: [reader],
    });
    const running = await taskOf(service, id);

    const end = await ended(service, processId);
    await waitUntil("the call is given up", () => call.isGivenUp);
    letGo();

    expect(Date.parse(running.deadline) - Date.parse(running.startedOn)).toBe(1_000);
    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout", message: lateMessage, taskId: id } });
    expect(end.tasks[0]).toMatchObject({ status: "failed", failure: { code: "timeout" }, attempt: 1 });
    expect(end.tasks[0]).not.toHaveProperty("deadline");
    expect(end.tasks[1].status).toBe("skipped");
    expect(secondsOf(end.tasks[0])).toBeLessThan(4);
  });

  test("fails while it waits for its callback", async () => {
    const tasks = [{ name: "wait", action: "external", timeoutSeconds: 1 }];
    const { process, task } = await buildAwaiting(service, { tasks });

    const end = await ended(service, process.id);

    expect(Date.parse(task.deadline) - Date.parse(task.startedOn)).toBe(1_000);
    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout", message: lateMessage } });
    expect(secondsOf(end.tasks[0])).toBeLessThan(4);
  });

  test("fails while it is put off until later", async () => {
    const end = await run(service, {
      tasks: [{ name: "sleep", action: "delay", config: { seconds: 60 }, timeoutSeconds: 1 }],
    });

    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout", message: lateMessage } });
  });

  test("whose action does not heed it fails as well", async () => {
    const end = await run(service, {
      tasks: [{ name: "spin", action: "script", config: { code: "for (;;) {}" }, timeoutSeconds: 1 }],
    });

    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout" } });
  });
});

describe("a task of which nothing is heard", () => {
  const tasks = [{ name: "wait", action: "external", heartbeatSeconds: 1, timeoutSeconds: 60 }];

  test("fails", async () => {
    const { process } = await buildAwaiting(service, { tasks });

    const end = await ended(service, process.id);

    expect(end.failure).toMatchObject({ code: "timeout", message: "Nothing was heard of the task for 1 s." });
  });

  test("lives as long as PROGRESS is told", async () => {
    const alive = [{ ...tasks[0], heartbeatSeconds: 2 }];
    const { process, task } = await buildAwaiting(service, { tasks: alive });
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

describe("with onTimeout: complete a task", () => {
  const timeoutOutput = { order: { state: "unknown" }, by: "default" };

  test("completes with the given output while it runs, and the next reads it", async () => {
    const { processId, letGo } = await buildHeldTask(service, receiver, {
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

  test("completes with the given output over its own while it waits", async () => {
    receiver.answer(() => ({ body: { order: { state: "sent", number: 7 } } }));
    const config = { url: receiver.url };
    const tasks = [
      { name: "call", action: "http", async: true, config, timeoutSeconds: 1, onTimeout: "complete", timeoutOutput },
    ];
    const { process } = await buildAwaiting(service, { tasks });

    const end = await ended(service, process.id);

    expect(end.tasks[0]).toMatchObject({
      status: "completed",
      output: { order: { state: "unknown", number: 7 }, by: "default" },
      outputSources: { "/order/state": "timeout", "/order/number": "task", "/by": "timeout" },
    });
  });

  test("completes with nothing where nothing is given", async () => {
    const tasks = [{ name: "wait", action: "external", timeoutSeconds: 1, onTimeout: "complete" }];
    const { process } = await buildAwaiting(service, { tasks });

    const end = await ended(service, process.id);

    expect(end).toMatchObject({ status: "completed", taskOutputs: { wait: {} } });
  });
});

describe("with retry a task that times out is run again", () => {
  const retry = { attempts: 1, backoffSeconds: 0 };

  test("while it ran, by a call with the same Idempotency-Key and a deadline of its own", async () => {
    const { id, processId, call, letGo } = await buildHeldTask(service, receiver, {
      task: { async: false, timeoutSeconds: 1, retry },
    });
    const callsBefore = receiver.calls.length;
    receiver.answer(() => ({ body: { attempt: 2 } }));

    const end = await ended(service, processId);
    letGo();

    const again = receiver.calls[callsBefore];
    expect(end).toMatchObject({ status: "completed", taskOutputs: { call: { attempt: 2 } } });
    expect(end.tasks[0]).toMatchObject({ id, attempt: 2, status: "completed" });
    expect(end.tasks[0]).not.toHaveProperty("failure");
    expect(again?.headers["idempotency-key"]).toBe(call.headers["idempotency-key"]);
  });

  test("while it waited, and waits again", async () => {
    receiver.answer(() => ({}));
    const callsBefore = receiver.calls.length;
    const tasks = [
      { name: "call", action: "http", async: true, config: { url: receiver.url }, timeoutSeconds: 1, retry },
    ];
    const { process, task } = await buildAwaiting(service, { tasks });

    await waitUntil("it is called again", () => receiver.calls.length === callsBefore + 2);
    const again = await taskIn(service, task.id, "awaiting");
    const answer = await callBack(service, { taskId: task.id, status: "SUCCESS" });
    const end = await ended(service, process.id);

    expect(again.attempt).toBe(2);
    expect(Date.parse(again.deadline)).toBeGreaterThan(Date.parse(task.deadline));
    expect(answer.status).toBe(200);
    expect(end).toMatchObject({ status: "completed", tasks: [{ attempt: 2 }] });
  });

  test("and fails when the attempts are used up", async () => {
    const tasks = [{ name: "wait", action: "external", timeoutSeconds: 1, retry }];
    const { process } = await buildAwaiting(service, { tasks });

    const end = await ended(service, process.id);

    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout" }, tasks: [{ attempt: 2 }] });
  });
});

test.each([
  ["a synchronous task", false, 5 * 60],
  ["an async one", true, 7 * 24 * 3600],
])("without a time of its own %s has a deadline all the same", async (_, isAsync, seconds) => {
  const { id, processId, letGo } = await buildHeldTask(service, receiver, { task: { async: isAsync } });

  const { deadline, startedOn } = await taskOf(service, id);
  letGo();
  const process = await processIn(service, processId, "awaiting", "completed");

  expect(Date.parse(deadline) - Date.parse(startedOn)).toBe(seconds * 1000);
  expect(process.tasks[0].deadline).toBe(isAsync ? deadline : undefined);
});
