import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { buildKey, buildOrg, firstOrg } from "../../testing/builders.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
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
  start,
  startWorkflowService,
} from "../testing/workflow-world.ts";

let service: TestService;
let beside: TestService;
let receiver: Receiver;

beforeAll(async () => {
  service = await startWorkflowService();
  beside = await startWorkflowService({ WEFT_ROLE: "api" }, service);
  receiver = await startReceiver();
});

afterAll(async () => {
  await beside.stop();
  await service.stop();
  await receiver.close();
});

function cancel(id: string, node = service, headers?: Record<string, string>): Promise<TestAnswer> {
  return node.call("POST", `/event-workflow-processes/${id}/cancel`, headers === undefined ? {} : { headers });
}

const failure = { code: "canceled", message: "The process was canceled." };
const behind = { name: "behind", action: "script", config: { code: "return {};" } };

/** Two processes of a workflow with a limit of one: the first awaits its callback, the second is pending. */
async function buildPending() {
  const workflow = await buildWorkflow(service, {
    tasks: [{ name: "wait", action: "external" }],
    maxConcurrentProcesses: 1,
  });
  const { id: firstId } = await start(service, workflow);
  const first = await processIn(service, firstId, "awaiting");
  const pending = await start(service, workflow);
  return { first, pending, freePlace: () => callBack(service, { taskId: first.tasks[0].id, status: "SUCCESS" }) };
}

describe("canceling", () => {
  test("a pending process: it never starts", async () => {
    const { first, pending, freePlace } = await buildPending();

    const answer = await cancel(pending.id);
    await freePlace();
    await ended(service, first.id);
    const end = await ended(service, pending.id);

    expect(pending.status).toBe("pending");
    expect(answer).toMatchObject({ status: 200, body: { id: pending.id, status: "canceled", failure } });
    expect(end).toMatchObject({ status: "canceled", tasks: [], endedOn: expect.any(String) });
    expect(end).not.toHaveProperty("startedOn");
  });

  test("a running task: its action is aborted, and its result is not recorded", async () => {
    const { id, processId, call, letGo } = await buildHeldTask(service, receiver, {
      task: { async: false },
      tasksBehind: [behind],
    });

    const answer = await cancel(processId);
    await waitUntil("the call is aborted", () => call.isAborted);
    letGo({ body: { late: true } });

    expect(answer).toMatchObject({ status: 200, body: { status: "canceled", failure, endedOn: expect.any(String) } });
    expect(await taskOf(service, id)).toMatchObject({
      status: "canceled",
      output: {},
      failure,
      endedOn: expect.any(String),
    });
    const end = await ended(service, processId);
    expect(end.tasks.map(({ status }: { status: string }) => status)).toEqual(["canceled", "canceled"]);
  });

  test("a task that another node runs: it is aborted there", async () => {
    const { processId, call, letGo } = await buildHeldTask(service, receiver);

    const answer = await cancel(processId, beside);
    await waitUntil("the call is aborted", () => call.isAborted);
    letGo();

    expect(answer).toMatchObject({ status: 200, body: { status: "canceled" } });
  });

  test("an awaiting task: it no longer waits", async () => {
    const { process, task } = await buildAwaiting(service, { tasks: [{ name: "wait", action: "external" }, behind] });

    const answer = await cancel(process.id);
    const end = await ended(service, process.id);

    expect(answer.status).toBe(200);
    expect(end).toMatchObject({ status: "canceled", failure });
    expect(end.tasks).toMatchObject([
      { id: task.id, status: "canceled", failure },
      { status: "canceled", attempt: 0 },
    ]);
    expect(end.tasks[0]).not.toHaveProperty("deadline");
  });

  test("a postponed task: it does not continue", async () => {
    const workflow = await buildWorkflow(service, {
      tasks: [{ name: "sleep", action: "delay", config: { seconds: 1 } }, behind],
    });
    const { id } = await start(service, workflow);
    const { tasks } = await processIn(service, id, "running");
    await waitUntil("it sleeps", async () => {
      const rows = await service.database.db.query(sql`
        select 1 from event_workflow_tasks where id = ${tasks[0]?.id} and state is not null`);
      return rows.length === 1;
    });

    await cancel(id);
    const rows = await service.database.db.query(sql`
      select run_on, claimed_by, state from event_workflow_tasks where process_id = ${id}`);

    expect((await ended(service, id)).status).toBe("canceled");
    expect(rows).toEqual(Array(2).fill({ run_on: null, claimed_by: null, state: null }));
  });

  test("keeps completed tasks", async () => {
    const { process } = await buildAwaiting(service, { tasks: [behind, { name: "wait", action: "external" }] });

    await cancel(process.id);
    const end = await ended(service, process.id);

    expect(end.tasks.map(({ status }: { status: string }) => status)).toEqual(["completed", "canceled"]);
  });
});

test("a process canceled at the moment it starts does not run", async () => {
  const { pending, freePlace } = await buildPending();
  const { db } = service.database;

  await db.transaction(async (tx) => {
    await tx.query(sql`
      update event_workflow_processes set status = 'canceled', ended_on = now() where id = ${pending.id}`);
    await freePlace();
    await waitUntil("the node is about to begin it", async () => (await countLockWaits(db)) > 0);
  });
  await waitUntil("nobody is about to begin it", async () => {
    const locks = await db.query(sql`
      select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
    return locks.length === 0;
  });
  const end = await ended(service, pending.id);

  expect(end).toMatchObject({ status: "canceled", tasks: [] });
});

describe("a process that has ended cannot be canceled", () => {
  test.each([
    ["completed", "return {};"],
    ["failed", "throw new Error('no');"],
  ])("%s", async (status, code) => {
    const end = await run(service, { tasks: [{ name: "end", action: "script", config: { code } }] });

    const answer = await cancel(end.id);

    expect(answer).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: `The process has already ended: it is ${status}.` },
    });
    expect(await ended(service, end.id)).toEqual(end);
  });

  test("canceled", async () => {
    const { process } = await buildAwaiting(service);
    await cancel(process.id);
    const end = await ended(service, process.id);

    const answer = await cancel(process.id);

    expect(answer.status).toBe(409);
    expect(await ended(service, process.id)).toEqual(end);
  });

  test("of two simultaneous cancellations one gets a conflict", async () => {
    const { process } = await buildAwaiting(service);

    const answers = await Promise.all([cancel(process.id), cancel(process.id, beside)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test("a caller who may not change the process cannot cancel it", async () => {
  const { process } = await buildAwaiting(service);
  const org = await firstOrg(service);
  const [reader, callback, stranger] = await Promise.all([
    buildKey(service, org, { preset: "read-only" }),
    buildKey(service, org, { preset: "callback" }),
    buildKey(service, await buildOrg(service)),
  ]);

  const statuses = [
    (await cancel(process.id, service, reader.headers)).status,
    (await cancel(process.id, service, callback.headers)).status,
    (await cancel(process.id, service, stranger.headers)).status,
    (await cancel("AAAAAAAAAAAAAAAA")).status,
  ];

  expect(statuses).toEqual([403, 404, 404, 404]);
  expect((await processIn(service, process.id, "awaiting")).status).toBe("awaiting");
});
