import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, buildOrg, firstOrg } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { bearer, buildHeldTask, taskOf, textsOf } from "../testing/task-world.ts";
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
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([shareWorkflowService(), startReceiver()]);
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

function retry(id: string, headers?: Record<string, string>): Promise<TestAnswer> {
  return service.call("POST", `/event-workflow-tasks/${id}/retry`, headers === undefined ? {} : { headers });
}

function threeTasks() {
  return [
    { name: "before", action: "script", config: { code: "return { at: 'first' };" } },
    { name: "call", action: "http", config: { url: `${receiver.url}/flaky` } },
    { name: "after", action: "script", config: { code: "return { all: tasks };" } },
  ];
}

/** A process whose second task failed, because the receiver returned 500. */
async function buildFailed() {
  receiver.answer(() => ({ status: 500, body: "down" }));
  const workflow = await buildWorkflow(service, { tasks: threeTasks() });
  const { id } = await start(service, workflow);
  const process = await ended(service, id);
  return { workflow, process, task: process.tasks[1] };
}

describe("a failed task that is retried", () => {
  test("runs again by a call with a new key, and its process continues to its end", async () => {
    const { process, task } = await buildFailed();
    const callsBefore = receiver.calls.length;
    receiver.answer(() => ({ body: { number: "PO-1" } }));

    const answer = await retry(task.id);
    const end = await ended(service, process.id);

    const [first, second] = receiver.calls.slice(callsBefore - 1);
    expect(process).toMatchObject({ status: "failed", failure: { taskId: task.id } });
    expect(answer).toMatchObject({ status: 200, body: { id: task.id } });
    expect(answer.body.status).not.toBe("failed");
    expect(end).toMatchObject({
      status: "completed",
      tasks: [{ attempt: 1 }, { attempt: 2, output: { number: "PO-1" } }, { attempt: 1 }],
      taskOutputs: { after: { all: { before: { output: { at: "first" } }, call: { output: { number: "PO-1" } } } } },
    });
    expect(end).not.toHaveProperty("failure");
    expect(end.tasks[1]).not.toHaveProperty("failure");
    expect(Date.parse(end.endedOn)).toBeGreaterThan(Date.parse(process.endedOn));
    expect(first?.headers["idempotency-key"]).toBe(task.idempotencyKey);
    expect(second?.headers["idempotency-key"]).toBe(end.tasks[1].idempotencyKey);
    expect(end.tasks[1].idempotencyKey).not.toBe(task.idempotencyKey);
  });

  test("keeps its log lines, and nothing else of its result", async () => {
    const { process, task } = await buildAwaiting(service);
    await callBack(service, { taskId: task.id, status: "FAILURE", logs: "at first", output: { a: 1 }, progress: 50 });
    await ended(service, process.id);

    await retry(task.id);
    const again = await processIn(service, process.id, "awaiting");

    expect(again.tasks[0]).toMatchObject({ status: "awaiting", output: {}, outputSources: {}, attempt: 2 });
    expect(again.tasks[0]).not.toHaveProperty("progress");
    expect(textsOf(again.tasks[0].logs)).toEqual(["at first"]);
    expect(again).not.toHaveProperty("endedOn");
  });

  test("may fail again, and be retried again", async () => {
    const { process, task } = await buildFailed();

    await retry(task.id);
    const second = await ended(service, process.id);
    receiver.answer(() => ({}));
    await retry(task.id);
    const third = await ended(service, process.id);

    expect(second).toMatchObject({ status: "failed", failure: { taskId: task.id } });
    expect(second.tasks.map(({ status }: { status: string }) => status)).toEqual(["completed", "failed", "skipped"]);
    expect(third).toMatchObject({ status: "completed", tasks: [{}, { attempt: 3 }, {}] });
  });

  test("has all its attempts again", async () => {
    receiver.answer(() => ({ status: 500 }));
    const tasks = [
      { name: "call", action: "http", config: { url: receiver.url }, retry: { attempts: 1, backoffSeconds: 0 } },
    ];
    const process = await run(service, { tasks });

    await retry(process.tasks[0].id);
    const end = await ended(service, process.id);

    expect(process.tasks[0].attempt).toBe(2);
    expect(end.tasks[0].attempt).toBe(4);
  });

  test("uses the definition that its process started with", async () => {
    const { workflow, process, task } = await buildFailed();
    receiver.answer(() => ({ body: { ok: true } }));
    await service.call("PUT", `/event-workflows/${workflow.id}`, { body: { tasks: [threeTasks()[0]] } });
    await service.call("DELETE", `/event-workflows/${workflow.id}`);

    await retry(task.id);
    const end = await ended(service, process.id);

    expect(end).toMatchObject({ status: "completed", taskOutputs: { call: { ok: true } } });
  });

  test("is retried once, however many requests arrive at once", async () => {
    const { process, task } = await buildFailed();
    const held = new Promise<object>(() => {});
    receiver.answer(() => held);

    const answers = await Promise.all(Array.from({ length: 5 }, () => retry(task.id)));
    await service.call("POST", `/event-workflow-processes/${process.id}/cancel`);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });
});

test("the receiver of the failed run cannot call back for the next one", async () => {
  const held = await buildHeldTask(service, receiver);
  held.letGo({ status: 500 });
  await ended(service, held.processId);
  receiver.answer(() => ({}));

  await retry(held.id);
  await processIn(service, held.processId, "awaiting");
  const old = await callBack(service, { taskId: held.id, status: "FAILURE" }, bearer(held.token));
  const next = receiver.calls.at(-1)?.body.callbackToken;
  const current = await callBack(service, { taskId: held.id, status: "SUCCESS" }, bearer(next));

  expect([old.status, current.status]).toEqual([401, 200]);
});

describe("nothing else can be retried", () => {
  const wait = { name: "wait", action: "external" };
  const script = { name: "script", action: "script", config: { code: "return {};" } };

  async function expectRefusal(id: string, status: string) {
    const before = await taskOf(service, id);

    const answer = await retry(id);

    expect(before.status).toBe(status);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: `Only a failed task can be retried; this one is ${status}.` },
    });
    expect(await taskOf(service, id)).toEqual(before);
  }

  test("a completed, awaiting or pending task", async () => {
    const { process } = await buildAwaiting(service, { tasks: [script, wait, { ...script, name: "later" }] });

    const [first, second, third] = process.tasks;
    await expectRefusal(first.id, "completed");
    await expectRefusal(second.id, "awaiting");
    await expectRefusal(third.id, "pending");
  });

  test("a running task", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver, { task: { async: false } });

    await expectRefusal(id, "running");
    letGo();
    await ended(service, processId);
  });

  test("a canceled or skipped task", async () => {
    const { process: canceled } = await buildAwaiting(service);
    await service.call("POST", `/event-workflow-processes/${canceled.id}/cancel`);
    const { process: failed } = await buildFailed();

    await expectRefusal(canceled.tasks[0].id, "canceled");
    await expectRefusal(failed.tasks[2].id, "skipped");
  });

  test("a task of a process that has continued since", async () => {
    const { process, task } = await buildFailed();
    receiver.answer(() => ({}));
    await retry(task.id);
    await ended(service, process.id);

    await expectRefusal(task.id, "completed");
  });
});

test("a caller who may not change the task, and a token for its callbacks, cannot retry it", async () => {
  const { id, processId, token, letGo } = await buildHeldTask(service, receiver);
  letGo({ status: 500 });
  await ended(service, processId);
  const { task: other } = await buildFailed();
  const org = await firstOrg(service);
  const reader = await buildKey(service, org, { preset: "read-only" });
  const stranger = await buildKey(service, await buildOrg(service));

  const statuses = [
    (await retry(id, reader.headers)).status,
    (await retry(id, stranger.headers)).status,
    (await retry("AAAAAAAAAAAAAAAA")).status,
    (await retry(other.id, bearer(token))).status,
    (await retry(id, bearer(token))).status,
  ];

  expect(statuses).toEqual([403, 404, 404, 404, 404]);
  expect((await taskOf(service, id)).status).toBe("failed");
  expect((await taskOf(service, other.id)).status).toBe("failed");
});
