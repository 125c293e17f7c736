import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { inOwnOrg, type OrgService, processesOf } from "../testing/own-org.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { buildWorkflow, callBack, ended, processIn, start, startWorkflowService } from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let node: TestService;
let otherNode: TestService;
let service: OrgService;
let receiver: Receiver;

beforeAll(async () => {
  [node, receiver] = await Promise.all([startWorkflowService(), startReceiver()]);
  otherNode = await startWorkflowService({}, node);
});

afterAll(async () => {
  await otherNode.stop();
  await node.stop();
  await receiver.close();
});

beforeEach(async () => {
  service = await inOwnOrg(node);
});

const wait = { name: "wait", action: "external" };

/** Counts concurrent calls, and ends each shortly after it arrives. */
function watchCalls() {
  const seen = { inProgress: 0, most: 0, total: 0 };
  receiver.answer(async () => {
    seen.inProgress += 1;
    seen.total += 1;
    seen.most = Math.max(seen.most, seen.inProgress);
    await new Promise(setImmediate);
    seen.inProgress -= 1;
    return {};
  });
  return seen;
}

/** The number of processes of the org by status. */
async function statuses(): Promise<Record<string, number>> {
  const rows = await node.database.db.query<{ status: string; count: number }>(sql`
    select status, count(*) as count from event_workflow_processes where org_id = ${service.org.id} group by status`);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Creates the items in one write, so that all nodes are notified at once. */
function createItems(count: number) {
  const operations = Array.from({ length: count }, (_, turn) => ({
    op: "create",
    object: { name: `Item ${turn}`, turn },
  }));
  return service.call("POST", "/items/batch", { body: { operations } });
}

test("a limit of one runs processes one after the other, in order, across all nodes", async () => {
  const seen = watchCalls();
  const workflow = await buildWorkflow(service, {
    triggers: ["item|create"],
    maxConcurrentProcesses: 1,
    tasks: ["first", "second"].map((name) => ({ name, action: "http", config: { url: `${receiver.url}/${name}` } })),
  });

  await createItems(8);
  await waitUntil("all have ended", async () => (await statuses())["completed"] === 8);

  const calls = receiver.calls.slice(-16).map(({ path, body }) => `${body.newData.turn} ${path}`);
  const errors = [node, otherNode].flatMap(({ logLines }) =>
    logLines.filter((line) => line.includes("workflow error")),
  );
  expect([seen.most, seen.total]).toEqual([1, 16]);
  expect(calls).toEqual(Array.from({ length: 8 }, (_, turn) => [`${turn} /first`, `${turn} /second`]).flat());
  expect(await processesOf(service, workflow)).toHaveLength(8);
  expect(errors).toEqual([]);
});

test("processes that await a callback count, and each that ends lets the next one start", async () => {
  const workflow = await buildWorkflow(service, { maxConcurrentProcesses: 2, tasks: [wait] });
  const started: Json[] = [];
  for (let turn = 0; turn < 4; turn++) {
    started.push(await start(service, workflow));
  }
  const [first, second, third, fourth] = started;
  const awaiting = await processIn(service, first.id, "awaiting");
  await processIn(service, second.id, "awaiting");
  const full = await statuses();

  await callBack(service, { taskId: awaiting.tasks[0].id, status: "SUCCESS" });
  await processIn(service, third.id, "awaiting");
  const afterEnd = await statuses();
  await service.call("POST", `/event-workflow-processes/${second.id}/cancel`);
  await processIn(service, fourth.id, "awaiting");

  expect(full).toEqual({ awaiting: 2, pending: 2 });
  expect(afterEnd).toEqual({ completed: 1, awaiting: 2, pending: 1 });
});

test("raising a limit starts more processes at once", async () => {
  const workflow = await buildWorkflow(service, { maxConcurrentProcesses: 1, tasks: [wait] });
  const started = [await start(service, workflow), await start(service, workflow)];
  await processIn(service, started[0].id, "awaiting");

  await service.call("PUT", `/event-workflows/${workflow.id}`, { body: { maxConcurrentProcesses: 2 } });

  await processIn(service, started[1].id, "awaiting");
});

test("a workflow at its limit does not block others", async () => {
  const full = await buildWorkflow(service, { maxConcurrentProcesses: 1, tasks: [wait] });
  for (let turn = 0; turn < 70; turn++) {
    await start(service, full);
  }

  const other = await start(
    service,
    await buildWorkflow(service, { tasks: [{ name: "now", action: "delay", config: { seconds: 0 } }] }),
  );

  expect(await ended(service, other.id)).toMatchObject({ status: "completed" });
});

test("an org runs at most 60 processes at once, not counting those that await", async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  receiver.answer(async () => {
    await held;
    return {};
  });
  const waiting = await buildWorkflow(service, { maxConcurrentProcesses: 5, tasks: [wait] });
  for (let turn = 0; turn < 5; turn++) {
    await processIn(service, (await start(service, waiting)).id, "awaiting");
  }
  const call = { name: "call", action: "http", config: { url: receiver.url } };
  await buildWorkflow(service, { triggers: ["item|create"], maxConcurrentProcesses: 100, tasks: [call] });

  await createItems(75);
  await waitUntil("60 run", async () => (await statuses())["running"] === 60);
  const full = await statuses();
  letGo();
  await waitUntil("all have ended", async () => (await statuses())["completed"] === 75);

  expect(full).toEqual({ awaiting: 5, running: 60, pending: 15 });
});

test("an org at its limit does not block another", async () => {
  const busy = await buildWorkflow(service, { maxConcurrentProcesses: 1, tasks: [wait] });
  await start(service, busy);
  await start(service, busy);
  const other = await inOwnOrg(node);

  const process = await start(other, await buildWorkflow(other, { tasks: [wait] }));

  expect(await processIn(other, process.id, "awaiting")).toMatchObject({ status: "awaiting" });
});
