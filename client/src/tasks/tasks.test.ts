import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestService } from "../../../server/src/testing/test-service.ts";
import { type Receiver, startReceiver } from "../../../server/src/workflows/testing/receiver.ts";
import { buildHeldTask, textsOf, verdictsOf } from "../../../server/src/workflows/testing/task-world.ts";
import { shareWorkflowService } from "../../../server/src/workflows/testing/workflow-world.ts";
import type { EventWorkflowTask } from "../contract/schemas.ts";
import { type FailingProxy, startFailingProxy } from "../testing/failing-proxy.ts";
import { Weft } from "../weft.ts";
import { buildTaskWorld, type TaskWorld } from "./testing/external-tasks.ts";

let node: TestService;
let world: TaskWorld;
let weft: Weft;

beforeAll(async () => {
  node = await shareWorkflowService();
  world = await buildTaskWorld(node);
  weft = world.weft;
});

afterAll(() => node.stop());

async function buildTask(): Promise<EventWorkflowTask> {
  const [task] = await world.buildTasks(1);
  if (task === undefined) throw new Error("Task not found.");
  return task;
}

test("a task reports progress, and is completed with its output", async () => {
  const { id: taskId, processId } = await buildTask();

  await weft.tasks.progress({ taskId, progress: 40, logs: "asked", output: { asked: true } });
  const halfWay = await weft.tasks.get({ taskId });
  const receipt = await weft.tasks.complete({
    taskId,
    output: { cost: 12 },
    logs: ["answered", "done"],
    subtext: "Ok",
  });
  const ended = await weft.tasks.get({ taskId });

  expect(halfWay).toMatchObject({ status: "awaiting", progress: 40, output: { asked: true } });
  expect(receipt).toMatchObject({ taskId, processId, status: "SUCCESS", applied: true });
  expect(ended).toMatchObject({ status: "completed", output: { asked: true, cost: 12 }, subtext: "Ok" });
  expect(textsOf(ended.logs)).toEqual(["asked", "answered", "done"]);
});

test("a task is failed, and retried", async () => {
  const { id: taskId } = await buildTask();

  await weft.tasks.fail({ taskId, logs: ["the factory is closed"] });
  const failed = await weft.tasks.get({ taskId });
  await weft.tasks.retry({ taskId });
  const again = await world.taskIn(taskId, "awaiting");

  expect(failed).toMatchObject({ status: "failed", failure: { code: "callback", message: "the factory is closed" } });
  expect(again.attempt).toBe(2);
});

test("a task has a status message until it is cleared", async () => {
  const { id: taskId } = await buildTask();

  const reported = await weft.tasks.setSubtext({ taskId, subtext: "Asked twice" });
  const silent = await weft.tasks.setSubtext({ taskId, subtext: null });

  expect(reported.subtext).toBe("Asked twice");
  expect(silent.subtext).toBeUndefined();
});

test("tasks are listed", async () => {
  const { id, processId } = await buildTask();

  const { results, total } = await weft.tasks.list({ criteria: { processId }, fields: ["status"], includeTotal: true });

  expect(results).toEqual([{ id, status: "awaiting" }]);
  expect(total).toBe(1);
});

test("an error response is thrown with its outcome", async () => {
  const { id: taskId } = await buildTask();
  await weft.tasks.complete({ taskId });

  await expect(weft.tasks.fail({ taskId })).rejects.toMatchObject({
    status: 409,
    problem: { outcome: { status: "completed" } },
  });
  await expect(weft.tasks.complete({ taskId: "nobody" })).rejects.toMatchObject({ status: 404 });
});

describe("without a response", () => {
  let proxy: FailingProxy;

  beforeEach(async () => {
    proxy = await startFailingProxy(node.address);
  });

  afterEach(() => proxy.close());

  test.each(["complete", "fail"] as const)("%s is retried, and applied once", async (verb) => {
    const { id: taskId } = await buildTask();
    proxy.next({ kind: "swallow-answer" });

    const receipt = await world.weftBy(proxy.baseUrl).tasks[verb]({ taskId, logs: ["once"] });

    expect(receipt.applied).toBe(true);
    expect(textsOf((await weft.tasks.get({ taskId })).logs)).toEqual(["once"]);
    expect((await verdictsOf(world.service, taskId)).map((verdict) => verdict.split(" ")[1])).toEqual([
      "applied",
      "repeated",
    ]);
  });

  test("progress is retried unless it has log lines, which would be duplicated", async () => {
    const { id: taskId } = await buildTask();
    const { tasks } = world.weftBy(proxy.baseUrl);

    proxy.next({ kind: "swallow-answer" });
    await tasks.progress({ taskId, progress: 10, subtext: "Begun" });
    proxy.next({ kind: "swallow-answer" });
    const withLines = tasks.progress({ taskId, logs: "line" });

    await expect(withLines).rejects.toMatchObject({ status: 0 });
    const task = await weft.tasks.get({ taskId });
    expect(task).toMatchObject({ progress: 10, subtext: "Begun" });
    expect(textsOf(task.logs)).toEqual(["line"]);
  });
});

describe("with the token from a call of the task", () => {
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
  });

  afterAll(() => receiver.close());

  test("its task can be completed, and no other", async () => {
    const held = await buildHeldTask(world.service, receiver);
    held.letGo();
    await world.taskIn(held.id, "awaiting");
    const other = await buildTask();
    const outside = new Weft({ accessToken: held.token, baseUrl: `${node.address}/api` });

    await outside.tasks.progress({ taskId: held.id, progress: 50 });
    await outside.tasks.complete({ taskId: held.id, output: { cost: 3 } });
    const stranger = outside.tasks.complete({ taskId: other.id });

    await expect(stranger).rejects.toMatchObject({ status: 404 });
    expect(await world.taskOf(held.id)).toMatchObject({ status: "completed", output: { cost: 3 } });
    expect(await world.taskOf(other.id)).toMatchObject({ status: "awaiting" });
  });
});
