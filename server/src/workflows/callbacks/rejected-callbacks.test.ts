import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, buildOrg, firstOrg } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { bearer, buildHeldTask, taskIn, taskOf, verdictsOf } from "../testing/task-world.ts";
import { buildAwaiting, callBack, ended, run, shareWorkflowService } from "../testing/workflow-world.ts";

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([shareWorkflowService(), startReceiver()]);
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

describe("a task is not found", () => {
  test("if it does not exist", async () => {
    const answer = await callBack(service, { taskId: "no-such-task", status: "SUCCESS" });

    expect(answer).toMatchObject({ status: 404, body: { code: "not-found" } });
  });

  test("for another org", async () => {
    const { task } = await buildAwaiting(service);
    const { headers } = await buildKey(service, await buildOrg(service));

    const answer = await callBack(service, { taskId: task.id, status: "SUCCESS" }, headers);

    expect(answer.status).toBe(404);
    expect(await taskOf(service, task.id)).toMatchObject({ status: "awaiting", logs: [] });
    expect(await verdictsOf(service, task.id)).toEqual([]);
  });

  test("with the token of another task", async () => {
    const { task } = await buildAwaiting(service);
    const { id, token, letGo } = await buildHeldTask(service, receiver);
    letGo();
    await taskIn(service, id, "awaiting");

    const answer = await callBack(service, { taskId: task.id, status: "SUCCESS" }, bearer(token));

    expect(answer.status).toBe(404);
    expect((await taskOf(service, task.id)).status).toBe("awaiting");
  });

  test("without the right to read tasks; with the right to read only, the callback is denied", async () => {
    const { task } = await buildAwaiting(service);
    const org = await firstOrg(service);
    const blind = await buildKey(service, org, { rights: [{ verbs: ["read", "update"], typePath: "item" }] });
    const reader = await buildKey(service, org, { preset: "read-only" });

    const unseen = await callBack(service, { taskId: task.id, status: "SUCCESS" }, blind.headers);
    const forbidden = await callBack(service, { taskId: task.id, status: "SUCCESS" }, reader.headers);

    expect([unseen.status, forbidden.status]).toEqual([404, 403]);
  });

  test("a request without a credential is rejected", async () => {
    const { task } = await buildAwaiting(service);

    const answer = await callBack(service, { taskId: task.id, status: "SUCCESS" }, {});

    expect(answer.status).toBe(401);
  });
});

describe("an invalid callback changes nothing", () => {
  test.each<[string, object]>([
    ["another status", { status: "DONE" }],
    ["a status in small letters", { status: "success" }],
    ["no status", { status: undefined }],
    ["an output that is a list", { output: [1] }],
    ["an output that is a text", { output: "done" }],
    ["logs that are a number", { logs: 1 }],
    ["logs with a line that is none", { logs: ["a", 1] }],
    ["a subtext that is none", { subtext: 1 }],
    ["a progress beyond 100", { progress: 101 }],
    ["a progress below 0", { progress: -1 }],
    ["a member that nobody knows", { outputs: {} }],
    ["a line with NUL", { logs: "a\0b" }],
  ])("%s", async (_, wrong) => {
    const { task } = await buildAwaiting(service);
    const sound = { taskId: task.id, status: "SUCCESS", logs: "line", output: { a: 1 }, subtext: "text", progress: 1 };

    const answer = await callBack(service, { ...sound, ...wrong });

    expect(answer.status).toBe(400);
    expect(await taskOf(service, task.id)).toEqual(task);
    expect(await verdictsOf(service, task.id)).toEqual([]);
  });

  test("no task", async () => {
    const answer = await callBack(service, { status: "SUCCESS" });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/taskId" }] } });
  });
});

describe("a synchronous task accepts no callbacks", () => {
  test.each([
    ["SUCCESS", "completed"],
    ["FAILURE", "completed"],
    ["PROGRESS", "completed"],
  ])("%s", async (status, outcome) => {
    const end = await run(service, { tasks: [{ name: "at once", action: "script", config: { code: "return {}" } }] });

    const answer = await callBack(service, { taskId: end.tasks[0].id, status, logs: "x", output: { a: 1 } });

    expect(answer).toMatchObject({ status: 409, body: { code: "conflict", outcome: { status: outcome } } });
    expect(await taskOf(service, end.tasks[0].id)).toEqual(end.tasks[0]);
    expect(await verdictsOf(service, end.tasks[0].id)).toEqual([`${status} refused`]);
  });

  test("even while it runs", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver, { task: { async: false } });

    const answer = await callBack(service, { taskId: id, status: "FAILURE" });
    letGo();

    expect(answer).toMatchObject({ status: 409, body: { outcome: { status: "running" } } });
    expect((await ended(service, processId)).status).toBe("completed");
  });
});

test("callbacks that arrive together get their own responses, and a rejected one does not affect the others", async () => {
  const form = [{ slug: "price", propertyType: "number", required: true }];
  const built = await Promise.all(
    Array.from({ length: 16 }, () => buildAwaiting(service, { tasks: [{ name: "ask", action: "external", form }] })),
  );
  const outputs = built.map((_, number) => (number % 2 === 0 ? { price: number } : { price: "much" }));
  await callBack(service, { taskId: built[2]?.task.id, status: "FAILURE" });

  const calls = built.map(({ task }, number) =>
    callBack(service, { taskId: task.id, status: "SUCCESS", output: outputs[number] }),
  );
  const answers = await Promise.all([...calls, callBack(service, { taskId: "no-such-task", status: "SUCCESS" })]);

  const expected = built.map((_, number) => (number === 2 ? 409 : number % 2 === 0 ? 200 : 400));
  expect(answers.map(({ status }) => status)).toEqual([...expected, 404]);
  for (const [number, { task }] of built.entries()) {
    const status = number === 2 ? "failed" : number % 2 === 0 ? "completed" : "awaiting";
    expect(await taskOf(service, task.id)).toMatchObject({
      status,
      output: status === "completed" ? { price: number } : {},
    });
  }
  expect(await verdictsOf(service, built[1]?.task.id ?? "")).toEqual([]);
  expect(await verdictsOf(service, built[2]?.task.id ?? "")).toEqual(["FAILURE applied", "SUCCESS refused"]);
});
