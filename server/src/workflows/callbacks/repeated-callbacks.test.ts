import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../testing/test-service.ts";
import { taskIn, taskOf, textsOf, verdictsOf } from "../testing/task-world.ts";
import { buildAwaiting, callBack, ended, run, shareWorkflowService } from "../testing/workflow-world.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareWorkflowService();
});

afterAll(async () => {
  await service.stop();
});

describe("a repeated callback", () => {
  test.each(["SUCCESS", "FAILURE"])("%s returns the first receipt, and nothing is applied twice", async (status) => {
    const { process, task } = await buildAwaiting(service);
    const body = { taskId: task.id, status, logs: ["one", "two"], output: { a: 1 }, subtext: "said", progress: 50 };
    const first = await callBack(service, body);
    await ended(service, process.id);
    const before = await taskOf(service, task.id);

    const again = await callBack(service, body);
    const otherwise = await callBack(service, {
      ...body,
      logs: "three",
      output: { a: 2 },
      subtext: "more",
      progress: 60,
    });

    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(otherwise).toMatchObject({ status: 200, body: first.body });
    expect(await taskOf(service, task.id)).toEqual(before);
    expect(textsOf(before.logs)).toEqual(["one", "two"]);
    expect((await ended(service, process.id)).subtext).toBe("said");
    expect(await verdictsOf(service, task.id)).toEqual([
      `${status} applied`,
      `${status} repeated`,
      `${status} repeated`,
    ]);
  });

  test("returns its receipt even if its log lines would no longer fit", async () => {
    const { task } = await buildAwaiting(service);
    const line = "x".repeat(15_000);
    const logs = Array(330).fill(line);
    await callBack(service, { taskId: task.id, status: "PROGRESS", logs });
    const first = await callBack(service, { taskId: task.id, status: "SUCCESS", logs });

    const again = await callBack(service, { taskId: task.id, status: "SUCCESS", logs });

    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: first.body });
  });
});

describe("a callback that contradicts the outcome is rejected with the outcome, and logged", () => {
  test.each([
    ["SUCCESS", "FAILURE", { status: "completed" }],
    ["SUCCESS", "PROGRESS", { status: "completed" }],
    ["FAILURE", "SUCCESS", { status: "failed", failure: { code: "callback", message: "first" } }],
    ["FAILURE", "PROGRESS", { status: "failed", failure: { code: "callback", message: "first" } }],
  ])("after %s, %s", async (first, second, outcome) => {
    const { process, task } = await buildAwaiting(service);
    await callBack(service, { taskId: task.id, status: first, logs: "first" });
    await ended(service, process.id);
    const before = await taskOf(service, task.id);

    const answer = await callBack(service, {
      taskId: task.id,
      status: second,
      logs: "second",
      output: { a: 2 },
      subtext: "no",
    });

    expect(answer).toMatchObject({ status: 409, body: { code: "conflict", outcome } });
    expect(await taskOf(service, task.id)).toEqual(before);
    expect((await ended(service, process.id)).subtext).toBeUndefined();
    expect(await verdictsOf(service, task.id)).toEqual([`${first} applied`, `${second} refused`]);
  });

  test("after a timeout", async () => {
    const end = await run(service, { tasks: [{ name: "wait", action: "external", timeoutSeconds: 1 }] });
    const { id } = end.tasks[0];

    for (const status of ["SUCCESS", "FAILURE", "PROGRESS"]) {
      const answer = await callBack(service, { taskId: id, status });

      const outcome = { status: "failed", failure: { code: "timeout" } };
      expect(answer).toMatchObject({ status: 409, body: { outcome } });
    }
    expect(await verdictsOf(service, id)).toEqual(["SUCCESS refused", "FAILURE refused", "PROGRESS refused"]);
  });

  test("after completion by timeout, SUCCESS", async () => {
    const tasks = [{ name: "wait", action: "external", timeoutSeconds: 1, onTimeout: "complete" }];
    const end = await run(service, { tasks });
    const { id } = end.tasks[0];

    const answer = await callBack(service, { taskId: id, status: "SUCCESS", output: { late: true } });

    const outcome = { status: "completed", failure: { code: "timeout" } };
    expect(answer).toMatchObject({ status: 409, body: { outcome } });
    expect((await taskOf(service, id)).output).toEqual({});
  });

  test.each(["SUCCESS", "FAILURE", "PROGRESS"])("after a cancel, %s", async (status) => {
    const { process, task } = await buildAwaiting(service);
    await service.call("POST", `/event-workflow-processes/${process.id}/cancel`);

    const answer = await callBack(service, { taskId: task.id, status });

    expect(answer).toMatchObject({
      status: 409,
      body: { outcome: { status: "canceled", failure: { code: "canceled" } } },
    });
    expect(await verdictsOf(service, task.id)).toEqual([`${status} refused`]);
  });

  test("for a skipped task", async () => {
    const tasks = [
      { name: "first", action: "external" },
      { name: "second", action: "external" },
    ];
    const { process, task } = await buildAwaiting(service, { tasks });
    await callBack(service, { taskId: task.id, status: "FAILURE" });
    const end = await ended(service, process.id);

    const answer = await callBack(service, { taskId: end.tasks[1].id, status: "SUCCESS" });

    expect(answer).toMatchObject({ status: 409, body: { outcome: { status: "skipped" } } });
  });
});

test("after a retry a task has no outcome and accepts one again", async () => {
  const { process, task } = await buildAwaiting(service);
  await callBack(service, { taskId: task.id, status: "FAILURE", logs: "at first" });
  await ended(service, process.id);
  await service.call("POST", `/event-workflow-tasks/${task.id}/retry`);
  await taskIn(service, task.id, "awaiting");

  const answer = await callBack(service, { taskId: task.id, status: "SUCCESS", logs: "then" });
  const repeated = await callBack(service, { taskId: task.id, status: "SUCCESS", logs: "then" });
  const end = await ended(service, process.id);

  expect(answer).toMatchObject({ status: 200, body: { applied: true } });
  expect(repeated.body).toEqual(answer.body);
  expect(end.status).toBe("completed");
  expect(textsOf(end.tasks[0].logs)).toEqual(["at first", "then"]);
  expect(await verdictsOf(service, task.id)).toEqual(["FAILURE applied", "SUCCESS applied", "SUCCESS repeated"]);
});

test("the log of callbacks records who sent what, and when", async () => {
  const { task } = await buildAwaiting(service);
  const { body: receipt } = await callBack(service, { taskId: task.id, status: "SUCCESS", output: { a: 1 } });
  await callBack(service, { taskId: task.id, status: "SUCCESS", output: { a: 1 } });
  await callBack(service, { taskId: task.id, status: "FAILURE" });

  const { status, body } = await service.call("GET", `/event-workflow-tasks/${task.id}/callbacks`);

  const [first, second, third] = body.results;
  expect(status).toBe(200);
  expect(first).toMatchObject({
    id: expect.stringMatching(/^[\w-]{16}$/),
    receivedOn: receipt.receivedOn,
    status: "SUCCESS",
    verdict: "applied",
    actorId: expect.any(String),
    actorName: expect.any(String),
    bodyHash: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(second).toMatchObject({ verdict: "repeated", bodyHash: first.bodyHash });
  expect(third).toMatchObject({ verdict: "refused", detail: "The task already received SUCCESS." });
  expect(third.bodyHash).not.toBe(first.bodyHash);
});
