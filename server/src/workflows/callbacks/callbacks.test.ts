import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, firstOrg } from "../../testing/builders.ts";
import { keyHeaders, type TestService } from "../../testing/test-service.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { bearer, buildHeldTask, taskIn, taskOf, textsOf, verdictsOf } from "../testing/task-world.ts";
import {
  buildAwaiting,
  buildWorkflow,
  callBack,
  ended,
  processIn,
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

const twoTasks = {
  tasks: [
    { name: "wait", action: "external" },
    { name: "read", action: "script", config: { code: "return { wait: tasks.wait.output };" } },
  ],
};

async function buildToken(input: object): Promise<Record<string, string>> {
  const { body } = await service.call("POST", "/access-tokens", { body: input });
  return bearer(body.accessToken);
}

describe("SUCCESS", () => {
  test("completes the task, and the workflow continues with its output", async () => {
    const { process, task } = await buildAwaiting(service, twoTasks);
    const body = {
      taskId: task.id,
      status: "SUCCESS",
      output: { number: "PO-1" },
      logs: "booked",
      subtext: "Ordered",
      progress: 100,
    };

    const answer = await callBack(service, body);
    const end = await ended(service, process.id);

    expect(answer).toMatchObject({
      status: 200,
      body: { taskId: task.id, status: "SUCCESS", processId: process.id, applied: true },
    });
    expect(Object.keys(answer.body).toSorted()).toEqual(["applied", "processId", "receivedOn", "status", "taskId"]);
    expect(answer.body.receivedOn).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(end).toMatchObject({
      status: "completed",
      subtext: "Ordered",
      taskOutputs: { wait: { number: "PO-1" }, read: { wait: { number: "PO-1" } } },
    });
    expect(end.tasks[0]).toMatchObject({
      status: "completed",
      output: { number: "PO-1" },
      logs: [`${answer.body.receivedOn} booked`],
      logLineCount: 1,
      subtext: "Ordered",
      progress: 100,
      endedOn: expect.any(String),
    });
    expect(end.tasks[0]).not.toHaveProperty("failure");
    expect(end.tasks[1].status).toBe("completed");
  });

  test("requires only the task and the status", async () => {
    const { process, task } = await buildAwaiting(service);

    const answer = await callBack(service, { taskId: task.id, status: "SUCCESS" });
    const end = await ended(service, process.id);

    expect(answer.status).toBe(200);
    expect(end).toMatchObject({ status: "completed", tasks: [{ output: {}, logs: [] }] });
    expect(end).not.toHaveProperty("subtext");
  });
});

describe("FAILURE", () => {
  test("fails the task and its process, and no further task runs", async () => {
    const { process, task } = await buildAwaiting(service, twoTasks);

    const answer = await callBack(service, {
      taskId: task.id,
      status: "FAILURE",
      subtext: "Out of stock",
      output: { code: 7 },
    });
    const end = await ended(service, process.id);

    expect(answer).toMatchObject({ status: 200, body: { status: "FAILURE", applied: true } });
    expect(end).toMatchObject({
      status: "failed",
      subtext: "Out of stock",
      failure: { code: "callback", message: "Out of stock", taskId: task.id, taskName: "wait" },
      tasks: [
        { status: "failed", output: { code: 7 }, failure: { code: "callback" } },
        { status: "skipped", attempt: 0 },
      ],
    });
  });

  test("is never retried", async () => {
    const tasks = [{ name: "wait", action: "external", retry: { attempts: 3, backoffSeconds: 0 } }];
    const { process, task } = await buildAwaiting(service, { tasks });

    await callBack(service, { taskId: task.id, status: "FAILURE" });
    const end = await ended(service, process.id);

    expect(end.tasks[0]).toMatchObject({ status: "failed", attempt: 1 });
  });
});

test("PROGRESS is accepted any number of times, and the task continues waiting", async () => {
  const { process, task } = await buildAwaiting(service, twoTasks);
  const progress = (page: number) =>
    callBack(service, {
      taskId: task.id,
      status: "PROGRESS",
      logs: `page ${page}`,
      output: { pages: { [page]: "done" } },
      subtext: `page ${page}`,
      progress: page * 10,
    });

  const answers = [await progress(1), await progress(2)];
  const waiting = await taskOf(service, task.id);
  await callBack(service, { taskId: task.id, status: "SUCCESS", logs: "all" });
  const end = await ended(service, process.id);

  expect(answers.map(({ status, body }) => [status, body.status, body.applied])).toEqual([
    [200, "PROGRESS", true],
    [200, "PROGRESS", true],
  ]);
  expect(waiting).toMatchObject({ status: "awaiting", progress: 20, subtext: "page 2" });
  expect(textsOf(end.tasks[0].logs)).toEqual(["page 1", "page 2", "all"]);
  expect(end).toMatchObject({
    status: "completed",
    subtext: "page 2",
    taskOutputs: { wait: { pages: { 1: "done", 2: "done" } } },
  });
  expect(await verdictsOf(service, task.id)).toEqual(["PROGRESS applied", "PROGRESS applied", "SUCCESS applied"]);
});

test("the output is merged deeply, the callback wins, lists are replaced, and sources are recorded", async () => {
  const own = { order: { state: "sent", lines: [1, 2], "a/b": 1 }, kept: true };
  receiver.answer(() => ({ body: own }));
  const tasks = [{ name: "call", action: "http", async: true, config: { url: receiver.url } }];
  const { process, task } = await buildAwaiting(service, { tasks });

  await callBack(service, {
    taskId: task.id,
    status: "SUCCESS",
    output: { order: { state: "booked", lines: [3], number: "PO-1" }, note: null },
  });
  const end = await ended(service, process.id);

  expect(task.output).toEqual(own);
  expect(end.tasks[0].output).toEqual({
    order: { state: "booked", lines: [3], "a/b": 1, number: "PO-1" },
    kept: true,
    note: null,
  });
  expect(end.tasks[0].outputSources).toEqual({
    "/order/state": "callback",
    "/order/lines": "callback",
    "/order/number": "callback",
    "/order/a~1b": "task",
    "/kept": "task",
    "/note": "callback",
  });
});

describe("an authorized caller can call back", () => {
  test("with or without the trailing slash", async () => {
    for (const path of ["/external-events/callback", "/external-events/callback/"]) {
      const { task } = await buildAwaiting(service);

      const answer = await service.call("POST", path, { body: { taskId: task.id, status: "SUCCESS" } });

      expect(answer.status).toBe(200);
    }
  });

  test.each<[string, (taskId: string) => Promise<Record<string, string>>]>([
    ["key headers", async () => keyHeaders(service.first)],
    [
      "a key for callbacks",
      async () => (await buildKey(service, await firstOrg(service), { preset: "callback" })).headers,
    ],
    ["a token for callbacks", () => buildToken({ preset: "callback" })],
    ["a token for the task", (taskId) => buildToken({ preset: "callback", taskId })],
  ])("by %s", async (_, headersOf) => {
    const { process, task } = await buildAwaiting(service);

    const answer = await callBack(service, { taskId: task.id, status: "SUCCESS" }, await headersOf(task.id));

    expect(answer.status).toBe(200);
    expect((await ended(service, process.id)).status).toBe("completed");
  });

  test("with the token sent with the call", async () => {
    const { id, token, call, processId, letGo } = await buildHeldTask(service, receiver);
    letGo();
    await taskIn(service, id, "awaiting");

    const answer = await callBack(service, { taskId: id, status: "SUCCESS" }, { authorization: `Bearer ${token}` });

    expect(answer.status).toBe(200);
    expect((await ended(service, processId)).status).toBe("completed");
    expect(call.body).toMatchObject({ taskId: id, callbackUrl: `${service.address}/api/external-events/callback/` });
    expect(call.headers).toMatchObject({ "x-weft-task-id": id, "x-weft-callback-token": token });
  });
});

test("the next task starts within milliseconds", async () => {
  const workflow = await buildWorkflow(service, twoTasks);
  const waits: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { id } = await start(service, workflow);
    const { tasks } = await processIn(service, id, "awaiting");

    const { body } = await callBack(service, { taskId: tasks[0].id, status: "SUCCESS" });
    const end = await ended(service, id);

    waits.push(Date.parse(end.tasks[1].startedOn) - Date.parse(body.receivedOn));
  }

  // Notified immediately, not found by the sweep that runs every second; the rest is slack for a busy machine.
  expect(Math.min(...waits)).toBeLessThan(200);
});
