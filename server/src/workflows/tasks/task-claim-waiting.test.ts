import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { keyHeaders, type TestService } from "../../testing/test-service.ts";
import { buildAwaitingTasks, claimed, renew } from "../testing/claim-world.ts";
import { asCaller, inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { taskIn } from "../testing/task-world.ts";
import { buildAwaiting, buildWorkflow, processIn, start, startWorkflowService } from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let node: TestService;
/** It runs no tasks, so it learns of all of them from the other node. */
let otherNode: TestService;
let service: OrgService;
let beside: TestService;

beforeAll(async () => {
  node = await startWorkflowService();
  otherNode = await startWorkflowService({ WEFT_ROLE: "api" }, node);
});

afterAll(async () => {
  await otherNode.stop();
  await node.stop();
});

beforeEach(async () => {
  service = await inOwnOrg(node);
  beside = asCaller(otherNode, service.key);
});

const tasks = [{ name: "wait", action: "external" }];

function buildExternal(): Promise<Json> {
  return buildWorkflow(service, { tasks, maxConcurrentProcesses: 100 });
}

test.each<[string, () => TestService]>([
  ["the node that runs it", () => service],
  ["another node", () => beside],
])("a claim that waits at %s is notified when a task begins to wait, long before its next poll", async (_, at) => {
  const workflow = await buildExternal();
  const durationsMs: number[] = [];

  for (let round = 0; round < 3; round += 1) {
    const startedOn = performance.now();
    const waiting = claimed(at(), "one", { wait: 30 });
    const { id } = await start(service, workflow);
    expect(await waiting).toMatchObject([{ processId: id, claim: { workerId: "one" } }]);
    durationsMs.push(performance.now() - startedOn);
  }

  // It polls every second. The machine may be busy for a while, but not in all rounds.
  expect(Math.min(...durationsMs)).toBeLessThan(600);
});

test("a waiting claim gets a task that another worker releases", async () => {
  const { task } = await buildAwaiting(service);
  await claimed(service, "one", { leaseSeconds: 3600 });

  const waiting = claimed(beside, "two", { wait: 30 });
  await renew(service, task.id, { workerId: "one", leaseSeconds: 0 });

  expect(await waiting).toMatchObject([{ id: task.id, claim: { workerId: "two" } }]);
});

test("a claim without a match returns at its timeout", async () => {
  const startedOn = performance.now();

  const given = await claimed(service, "one", { wait: 1 });

  expect(given).toEqual([]);
  expect(performance.now() - startedOn).toBeGreaterThan(990);
});

test("waiting claims hold no database connection, and each gets its own task", async () => {
  const waiting = Array.from({ length: 10 }, (_, number) => claimed(service, `worker ${number}`, { wait: 30 }));

  const ids = await buildAwaitingTasks(service, 10);
  const given = (await Promise.all(waiting)).flat();

  expect(given.map(({ id }) => id).toSorted()).toEqual(ids);
});

test("a worker that disconnects gets no task", async () => {
  const workflow = await buildExternal();
  const gone = new AbortController();
  const waiting = fetch(`${node.address}/api/event-workflow-tasks/claims`, {
    method: "POST",
    headers: { ...keyHeaders(service.first), "content-type": "application/json" },
    body: JSON.stringify({ workerId: "gone", wait: 30 }),
    signal: gone.signal,
  });
  // A later claim has returned, so the first one is waiting by now.
  await claimed(service, "one", { wait: 1 });
  gone.abort();
  await expect(waiting).rejects.toThrow("aborted");

  const { id } = await start(service, workflow);
  const process = await processIn(service, id, "awaiting");
  const given = await claimed(service, "two", { wait: 10 });

  expect(given).toMatchObject([{ id: process.tasks[0].id, claim: { workerId: "two" } }]);
  expect(await taskIn(service, given[0].id, "awaiting")).toMatchObject({ version: process.tasks[0].version + 1 });
});

test("a node that stops returns the claims waiting there", async () => {
  const leaving = await startWorkflowService({ WEFT_ROLE: "api" }, node);
  const waiting = claimed(asCaller(leaving, service.key), "one", { wait: 30 });
  await claimed(asCaller(leaving, service.key), "two", { wait: 1 });

  await leaving.stop();

  expect(await waiting).toEqual([]);
});
