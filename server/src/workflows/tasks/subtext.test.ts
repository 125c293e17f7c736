import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, buildOrg, firstOrg } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { bearer, buildHeldTask, taskIn, taskOf } from "../testing/task-world.ts";
import { buildAwaiting, callBack, ended, processIn, run, shareWorkflowService } from "../testing/workflow-world.ts";

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([shareWorkflowService(), startReceiver()]);
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

function put(taskId: string, body: object, headers?: Record<string, string>): Promise<TestAnswer> {
  return service.call("PUT", `/event-workflow-tasks/${taskId}`, {
    body,
    ...(headers === undefined ? {} : { headers }),
  });
}

async function subtextOfProcess(id: string): Promise<string | undefined> {
  return (await service.call("GET", `/event-workflow-processes/${id}`)).body.subtext;
}

const script = { name: "at once", action: "script", config: { code: "return {};" } };
const failing = { name: "failing", action: "script", config: { code: "throw new Error('no');" } };

describe("a subtext is set on a task and its process in any state of the task", () => {
  test("awaiting", async () => {
    const { process, task } = await buildAwaiting(service);

    const answer = await put(task.id, { subtext: "Half of it" });

    expect(answer).toMatchObject({ status: 200, body: { id: task.id, status: "awaiting", subtext: "Half of it" } });
    expect(answer.headers.get("etag")).toBe(`"${answer.body.version}"`);
    expect(await subtextOfProcess(process.id)).toBe("Half of it");
    expect(await taskOf(service, task.id)).toEqual(answer.body);
  });

  test("running, if the task is not async", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver, { task: { async: false } });

    const answer = await put(id, { subtext: "On its way" });
    const process = await processIn(service, processId, "running");
    letGo();
    const end = await ended(service, processId);

    expect(answer).toMatchObject({ status: 200, body: { status: "running", async: false, subtext: "On its way" } });
    expect(process.subtext).toBe("On its way");
    expect(end).toMatchObject({ status: "completed", subtext: "On its way", tasks: [{ subtext: "On its way" }] });
  });

  test("pending", async () => {
    const tasks = [{ name: "wait", action: "external" }, script];
    const { process } = await buildAwaiting(service, { tasks });

    const answer = await put(process.tasks[1].id, { subtext: "Not yet" });

    expect(answer).toMatchObject({ status: 200, body: { status: "pending", subtext: "Not yet" } });
    expect(await subtextOfProcess(process.id)).toBe("Not yet");
  });

  test.each([
    ["completed", [script], 0],
    ["failed", [failing], 0],
    ["skipped", [failing, script], 1],
  ])("%s", async (status, tasks, position) => {
    const end = await run(service, { tasks });

    const answer = await put(end.tasks[position].id, { subtext: "Looked at" });

    expect(answer).toMatchObject({ status: 200, body: { status, subtext: "Looked at" } });
    expect(await subtextOfProcess(end.id)).toBe("Looked at");
    expect((await ended(service, end.id)).status).toBe(end.status);
  });

  test("canceled", async () => {
    const { process, task } = await buildAwaiting(service);
    await service.call("POST", `/event-workflow-processes/${process.id}/cancel`);

    const answer = await put(task.id, { subtext: "Never mind" });

    expect(answer).toMatchObject({ status: 200, body: { status: "canceled", subtext: "Never mind" } });
  });
});

test("a subtext can be removed", async () => {
  const { process, task } = await buildAwaiting(service);
  await put(task.id, { subtext: "Half of it" });

  const answer = await put(task.id, { subtext: null });

  expect(answer.status).toBe(200);
  expect(answer.body).not.toHaveProperty("subtext");
  expect(await subtextOfProcess(process.id)).toBeUndefined();
});

describe("a PUT rejects changes of other fields", () => {
  test.each<[string, unknown]>([
    ["status", "completed"],
    ["output", { a: 1 }],
    ["logs", ["x"]],
    ["progress", 50],
    ["name", "other"],
    ["attempt", 7],
    ["deadline", "2030-01-01T00:00:00.000Z"],
    ["unheardOf", 1],
    ["id", "AAAAAAAAAAAAAAAA"],
  ])("%s", async (field, value) => {
    const { process, task } = await buildAwaiting(service);

    const answer = await put(task.id, { subtext: "no", [field]: value });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: `#/${field}` }] } });
    expect(await taskOf(service, task.id)).toEqual(task);
    expect(await subtextOfProcess(process.id)).toBeUndefined();
  });

  test("but accepts the whole task as it was read", async () => {
    const { process, task } = await buildAwaiting(service);
    await callBack(service, { taskId: task.id, status: "PROGRESS", logs: "x", output: { a: { b: [1] } }, progress: 5 });
    const read = await taskOf(service, task.id);

    const answer = await put(task.id, { ...read, subtext: "Half of it" });

    expect(answer).toMatchObject({
      status: 200,
      body: { ...read, subtext: "Half of it", version: read.version + 1, updatedOn: expect.any(String) },
    });
    expect(await subtextOfProcess(process.id)).toBe("Half of it");
  });

  test.each<[string, unknown]>([
    ["a number", 1],
    ["too long", "x".repeat(2_001)],
  ])("and rejects a subtext that is %s", async (_, subtext) => {
    const { task } = await buildAwaiting(service);

    const answer = await put(task.id, { subtext });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/subtext" }] } });
  });
});

test("an outdated version is rejected", async () => {
  const { task } = await buildAwaiting(service);
  await put(task.id, { subtext: "newer" });

  const headers = {
    "x-api-key": service.first.apiKey,
    "x-api-org": service.first.orgSlug,
    "if-match": `"${task.version}"`,
  };
  const answer = await put(task.id, { subtext: "older" }, headers);

  expect(answer).toMatchObject({ status: 412, body: { code: "version-mismatch" } });
  expect((await taskOf(service, task.id)).subtext).toBe("newer");
});

test("a subtext counts as a heartbeat", async () => {
  const tasks = [{ name: "wait", action: "external", heartbeatSeconds: 2, timeoutSeconds: 60 }];
  const { process, task } = await buildAwaiting(service, { tasks });
  const silentUntil = Date.parse(task.updatedOn) + 2_000;

  await waitUntil("it would have timed out without", async () => {
    await put(task.id, { subtext: `alive at ${Date.now()}` });
    return Date.now() > silentUntil + 1_000;
  });
  const answer = await callBack(service, { taskId: task.id, status: "SUCCESS" });

  expect(answer).toMatchObject({ status: 200, body: { applied: true } });
  expect((await ended(service, process.id)).status).toBe("completed");
});

describe("a subtext may be set", () => {
  test("with the token of the task, and of no other", async () => {
    const held = await buildHeldTask(service, receiver);
    held.letGo();
    await taskIn(service, held.id, "awaiting");
    const { task: other } = await buildAwaiting(service);

    const own = await put(held.id, { subtext: "Mine" }, bearer(held.token));
    const others = await put(other.id, { subtext: "Not mine" }, bearer(held.token));

    expect(own).toMatchObject({ status: 200, body: { subtext: "Mine" } });
    expect(others.status).toBe(404);
    expect(await taskOf(service, other.id)).not.toHaveProperty("subtext");
  });

  test("by callers who may update tasks, in their org", async () => {
    const { task } = await buildAwaiting(service);
    const org = await firstOrg(service);
    const [callback, reader, stranger] = await Promise.all([
      buildKey(service, org, { preset: "callback" }),
      buildKey(service, org, { preset: "read-only" }),
      buildKey(service, await buildOrg(service)),
    ]);

    const statuses = [
      (await put(task.id, { subtext: "a" }, callback.headers)).status,
      (await put(task.id, { subtext: "b" }, reader.headers)).status,
      (await put(task.id, { subtext: "c" }, stranger.headers)).status,
      (await put("AAAAAAAAAAAAAAAA", { subtext: "d" })).status,
    ];

    expect(statuses).toEqual([200, 403, 404, 404]);
    expect((await taskOf(service, task.id)).subtext).toBe("a");
  });
});
