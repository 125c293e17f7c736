import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import type { TestService } from "../../testing/test-service.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { bearer, buildHeldTask, taskIn, taskOf, textsOf, verdictsOf } from "../testing/task-world.ts";
import { buildAwaiting, callBack, ended, processIn, shareWorkflowService } from "../testing/workflow-world.ts";

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([shareWorkflowService(), startReceiver()]);
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const scriptBehind = { name: "behind", action: "script", config: { code: "return { read: tasks.call.output };" } };

describe("a callback that arrives before the call of its task has returned", () => {
  test("is accepted, and applied when the task begins to wait", async () => {
    const { id, processId, token, letGo } = await buildHeldTask(service, receiver, { tasksBehind: [scriptBehind] });
    const body = {
      taskId: id,
      status: "SUCCESS",
      logs: "early",
      output: { number: 1 },
      subtext: "Done",
      progress: 100,
    };

    const answer = await callBack(service, body, bearer(token));
    const held = await taskOf(service, id);
    letGo({ body: { number: 0, own: true } });
    const end = await ended(service, processId);

    expect(answer).toMatchObject({ status: 202, body: { taskId: id, status: "SUCCESS", processId, applied: false } });
    expect(held).toMatchObject({ status: "running", output: {}, logs: [] });
    expect(held).not.toHaveProperty("subtext");
    expect(end).toMatchObject({
      status: "completed",
      subtext: "Done",
      taskOutputs: { call: { number: 1, own: true }, behind: { read: { number: 1, own: true } } },
    });
    expect(end.tasks[0]).toMatchObject({
      status: "completed",
      outputSources: { "/number": "callback", "/own": "task" },
      logs: [`${answer.body.receivedOn} early`],
      progress: 100,
    });
    expect(await verdictsOf(service, id)).toEqual(["SUCCESS applied"]);
  });

  test("fails the task by FAILURE, even if its call succeeded", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver, { tasksBehind: [scriptBehind] });

    const answer = await callBack(service, { taskId: id, status: "FAILURE", subtext: "Refused" });
    letGo();
    const end = await ended(service, processId);

    expect(answer.status).toBe(202);
    expect(end).toMatchObject({ status: "failed", failure: { code: "callback", message: "Refused" } });
    expect(end.tasks.map(({ status }: { status: string }) => status)).toEqual(["failed", "skipped"]);
  });

  test("is applied after earlier ones", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver);
    const say = (status: string, step: number) =>
      callBack(service, { taskId: id, status, logs: `step ${step}`, output: { step, [step]: true }, progress: step });

    const answers = [await say("PROGRESS", 1), await say("PROGRESS", 2), await say("SUCCESS", 3)];
    letGo();
    const end = await ended(service, processId);

    expect(answers.map(({ status, body }) => [status, body.applied])).toEqual(Array(3).fill([202, false]));
    expect(end.tasks[0]).toMatchObject({
      status: "completed",
      progress: 3,
      output: { step: 3, 1: true, 2: true, 3: true },
    });
    expect(textsOf(end.tasks[0].logs)).toEqual(["step 1", "step 2", "step 3"]);
    expect(await verdictsOf(service, id)).toEqual(["PROGRESS applied", "PROGRESS applied", "SUCCESS applied"]);
  });

  test("as PROGRESS leaves the task waiting for more", async () => {
    const { id, letGo } = await buildHeldTask(service, receiver);

    await callBack(service, { taskId: id, status: "PROGRESS", progress: 10 });
    letGo();
    const task = await taskIn(service, id, "awaiting");

    expect(task).toMatchObject({ progress: 10 });
  });

  test("returns the first receipt when it is repeated, before and after", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver);
    const body = { taskId: id, status: "SUCCESS", logs: "once" };

    const first = await callBack(service, body);
    const again = await callBack(service, body);
    letGo();
    const end = await ended(service, processId);
    const later = await callBack(service, body);

    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(later).toMatchObject({ status: 200, body: { ...first.body, applied: true } });
    expect(textsOf(end.tasks[0].logs)).toEqual(["once"]);
    expect(await verdictsOf(service, id)).toEqual(["SUCCESS applied", "SUCCESS repeated", "SUCCESS repeated"]);
  });

  test.each(["FAILURE", "PROGRESS"])("wins over %s after it", async (status) => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver);
    await callBack(service, { taskId: id, status: "SUCCESS" });

    const answer = await callBack(service, { taskId: id, status });
    letGo();
    const end = await ended(service, processId);

    expect(answer).toMatchObject({ status: 409, body: { outcome: { status: "running" } } });
    expect(end.status).toBe("completed");
    expect(await verdictsOf(service, id)).toEqual(["SUCCESS applied", `${status} refused`]);
  });

  test("counts toward the limits of log lines while it is held", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver);
    // As if earlier attempts had logged all but 1,500 bytes of the 10 MiB.
    await service.database.db.query(sql`
      update event_workflow_tasks set log_bytes = 10 * 1024 * 1024 - 1500 where id = ${id}`);
    const logs = ["x".repeat(500), "x".repeat(500)];

    const first = await callBack(service, { taskId: id, status: "PROGRESS", logs });
    const second = await callBack(service, { taskId: id, status: "PROGRESS", logs });
    await callBack(service, { taskId: id, status: "SUCCESS" });
    letGo();
    const end = await ended(service, processId);

    expect([first.status, second.status]).toEqual([202, 400]);
    expect(end).toMatchObject({ status: "completed", tasks: [{ logLineCount: 2 }] });
  });
});

describe("a held callback is kept but does not win", () => {
  test("over an error", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver);

    const answer = await callBack(service, { taskId: id, status: "SUCCESS", output: { a: 1 }, subtext: "Done" });
    letGo({ status: 500 });
    const end = await ended(service, processId);
    const later = await callBack(service, { taskId: id, status: "SUCCESS" });

    expect(answer.status).toBe(202);
    expect(end).toMatchObject({ status: "failed", failure: { code: "error" }, tasks: [{ output: {} }] });
    expect(end).not.toHaveProperty("subtext");
    expect(later).toMatchObject({ status: 409, body: { outcome: { status: "failed", failure: { code: "error" } } } });
    expect(await verdictsOf(service, id)).toEqual(["SUCCESS superseded", "SUCCESS refused"]);
  });

  test("over a cancel", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver);
    await callBack(service, { taskId: id, status: "SUCCESS" });

    await service.call("POST", `/event-workflow-processes/${processId}/cancel`);
    const later = await callBack(service, { taskId: id, status: "SUCCESS" });
    letGo();

    expect(later).toMatchObject({ status: 409, body: { outcome: { status: "canceled" } } });
    expect(await verdictsOf(service, id)).toEqual(["SUCCESS superseded", "SUCCESS refused"]);
  });

  test("over a timeout", async () => {
    const { id, processId, letGo } = await buildHeldTask(service, receiver, { task: { timeoutSeconds: 2 } });
    await callBack(service, { taskId: id, status: "SUCCESS" });

    const end = await ended(service, processId);
    const later = await callBack(service, { taskId: id, status: "SUCCESS" });
    letGo();

    expect(end).toMatchObject({ status: "failed", failure: { code: "timeout" } });
    expect(later).toMatchObject({ status: 409, body: { outcome: { failure: { code: "timeout" } } } });
    expect(await verdictsOf(service, id)).toEqual(["SUCCESS superseded", "SUCCESS refused"]);
  });

  test("if the task is skipped", async () => {
    const tasks = [
      { name: "first", action: "external" },
      { name: "second", action: "external" },
    ];
    const { process, task } = await buildAwaiting(service, { tasks });
    const { id } = process.tasks[1];

    const early = await callBack(service, { taskId: id, status: "SUCCESS" });
    await callBack(service, { taskId: task.id, status: "FAILURE" });
    const later = await callBack(service, { taskId: id, status: "SUCCESS" });

    expect(early).toMatchObject({ status: 202, body: { applied: false } });
    expect(later).toMatchObject({ status: 409, body: { outcome: { status: "skipped" } } });
    expect(await verdictsOf(service, id)).toEqual(["SUCCESS superseded", "SUCCESS refused"]);
  });
});

test("a callback for an attempt that fails is held for the next attempt", async () => {
  const retry = { attempts: 1, backoffSeconds: 0 };
  const { id, processId, letGo } = await buildHeldTask(service, receiver, { task: { retry } });

  await callBack(service, { taskId: id, status: "SUCCESS", output: { done: true } });
  receiver.answer(() => ({}));
  letGo({ status: 503 });
  const end = await ended(service, processId);

  expect(end).toMatchObject({ status: "completed", tasks: [{ attempt: 2, output: { done: true } }] });
  expect(end.tasks[0]).not.toHaveProperty("failure");
  expect(await verdictsOf(service, id)).toEqual(["SUCCESS applied"]);
});

test("a callback for a pending task is held until the task runs", async () => {
  const tasks = [
    { name: "first", action: "external" },
    { name: "second", action: "external" },
  ];
  const { process, task } = await buildAwaiting(service, { tasks });

  const early = await callBack(service, { taskId: process.tasks[1].id, status: "SUCCESS", output: { early: true } });
  const stillWaiting = await processIn(service, process.id, "awaiting");
  await callBack(service, { taskId: task.id, status: "SUCCESS" });
  const end = await ended(service, process.id);

  expect(early).toMatchObject({ status: 202, body: { applied: false } });
  expect(stillWaiting.tasks.map(({ status }: { status: string }) => status)).toEqual(["awaiting", "pending"]);
  expect(end).toMatchObject({ status: "completed", taskOutputs: { second: { early: true } } });
});

test("more callbacks than one batch are all applied", async () => {
  const { id, processId, letGo } = await buildHeldTask(service, receiver);
  await callBack(service, { taskId: id, status: "PROGRESS", logs: "beat" });
  await service.database.db.query(sql`
    insert into event_workflow_callbacks (org_id, id, task_id, status, verdict, idempotency_key, body_hash, body)
    select org_id, 'beat' || number, task_id, status, verdict, idempotency_key, body_hash, body
    from event_workflow_callbacks, generate_series(1, 1000) as number where task_id = ${id}`);
  await callBack(service, { taskId: id, status: "SUCCESS", logs: "done" });

  letGo();
  const end = await ended(service, processId);

  expect(end).toMatchObject({ status: "completed", tasks: [{ logLineCount: 1_002 }] });
  expect(textsOf(end.tasks[0].logs).at(-1)).toBe("done");
});
