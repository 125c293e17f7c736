import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TypeCatalog } from "../../entities/model/type-catalog.ts";
import { PostgresDatabase } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";
import { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import type { TestService } from "../../testing/test-service.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { findTasksOf } from "../process-state/process-state-store.ts";
import { inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { buildWorkflow, start, startWorkflowService } from "../testing/workflow-world.ts";
import { VersionCatalog } from "../version-catalog.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { type BeginningServices, beginProcesses } from "./begin-processes.ts";
import { type ClaimedTask, claimTasks } from "./claim-tasks.ts";
import { endTasks, type RunEnd } from "./end-task.ts";

let node: TestService;
let service: OrgService;
let services: ProcessServices & BeginningServices;

beforeAll(async () => {
  // It runs no tasks itself: the test plays the node.
  node = await startWorkflowService({ WEFT_ROLE: "api" });
  const { connectionString } = node.database;
  const db = new PostgresDatabase({ connectionString, connectionsMax: 4, applicationName: "weft-test" });
  const bus = new WakeUpBus(connectionString);
  const types = new TypeCatalog(db, bus);
  services = { db, bus, types, listeners: [], versions: new VersionCatalog(), actions: new Map() };
});

afterAll(async () => {
  await services.bus.close();
  await services.db.close();
  await node.stop();
});

beforeEach(async () => {
  service = await inOwnOrg(node);
});

const nodeId = "a node";
const steps = ["first", "second", "third"].map((name) => ({ name, action: "delay", config: { seconds: 0 } }));

/** Processes that have begun, with the first tasks that the node has claimed. */
async function buildClaimed(count: number, tasksMax: number): Promise<ClaimedTask[]> {
  const workflow = await buildWorkflow(service, { tasks: steps, maxConcurrentProcesses: 100 });
  for (let number = 0; number < count; number++) {
    await start(service, workflow);
  }
  return beginProcesses(services, service.org.id, { nodeId, tasksMax });
}

function end(claimed: readonly ClaimedTask[], result: RunEnd, onClaim: (tasks: readonly WorkflowTask[]) => void) {
  const endings = claimed.map((one) => ({ claimed: one, ended: { end: result, input: {}, lines: [] } }));
  return endTasks(services, service.org.id, endings, { nodeId, onClaim });
}

const tasksOf = (processId: string) => findTasksOf(services.db, service.org.id, [processId]);
const done = { kind: "done", output: { count: 1 } } as const;
const ignore = () => {};

test("a process begins with its first task claimed, as long as the node has room; the others are due", async () => {
  const claimed = await buildClaimed(5, 3);

  const left = await claimTasks(services, service.org.id, { nodeId: "another node", tasksMax: 10 });

  expect(claimed).toHaveLength(3);
  expect(claimed.map(({ task }) => [task.status, task.claimedBy, task.attempt, task.position])).toEqual(
    Array.from({ length: 3 }, () => ["running", nodeId, 1, 0]),
  );
  expect(left).toHaveLength(2);
  expect(new Set([...claimed, ...left].map(({ process }) => process.id)).size).toBe(5);
  for (const { task, process } of claimed) {
    expect(process).toMatchObject({ status: "running", startedOn: task.startedOn });
    expect(task.deadline?.getTime()).toBe((task.startedOn?.getTime() ?? 0) + task.timeoutSeconds * 1_000);
  }
});

test("the end of a task starts the next one, with the outputs before it, until the process has ended", async () => {
  const first = await buildClaimed(2, 2);
  const second = (await end(first, done, ignore)).filter((one) => one !== undefined);
  const third = (await end(second, done, ignore)).filter((one) => one !== undefined);
  const after = await end(third, done, ignore);

  expect([first, second, third].map((all) => all.map(({ task }) => task.name))).toEqual([
    ["first", "first"],
    ["second", "second"],
    ["third", "third"],
  ]);
  expect(after).toEqual([undefined, undefined]);
  const output = { status: "completed", output: { count: 1 } };
  expect(third[0]?.earlier).toEqual({ first: output, second: output });
  const tasks = await tasksOf(first[0]?.process.id ?? "");
  expect(tasks.map(({ status, attempt, claimedBy, runOn }) => ({ status, attempt, claimedBy, runOn }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: "completed", attempt: 1, claimedBy: null, runOn: null })),
  );
  expect(tasks.slice(1).map(({ startedOn }) => startedOn)).toEqual(tasks.slice(0, 2).map(({ endedOn }) => endedOn));
});

test("the node knows of the next task before its claim is committed", async () => {
  const claimed = await buildClaimed(1, 1);
  const known: string[] = [];

  const ending = end(claimed, done, (tasks) => {
    known.push(...tasks.map(({ name, attempt }) => `${name} ${attempt}`));
    throw new Error("before the commit");
  });

  await expect(ending).rejects.toThrow("before the commit");
  expect(known).toEqual(["second 1"]);
  const tasks = await tasksOf(claimed[0]?.process.id ?? "");
  expect(tasks.map(({ status }) => status)).toEqual(["running", "pending", "pending"]);
});

test("nothing starts after a failure, a postponement, a run that was taken over, or in a suspended organization", async () => {
  const [failing, postponed, lost, suspended] = (await buildClaimed(4, 4)).map((one) => [one]);
  const later = { kind: "again", on: new Date(Date.now() + 3_600_000), state: {} } as const;
  await services.db.query(sql`
    update event_workflow_tasks set attempt = 2
    where org_id = ${service.org.id} and id = ${lost?.[0]?.task.id ?? ""}`);

  const next = [
    await end(failing ?? [], { kind: "failed", failure: { code: "error", message: "no" } }, ignore),
    await end(postponed ?? [], later, ignore),
    await end(lost ?? [], done, ignore),
  ];
  await services.db.query(sql`update orgs set suspended_on = now() where id = ${service.org.id}`);
  next.push(await end(suspended ?? [], done, ignore));

  expect(next).toEqual([[undefined], [undefined], [undefined], [undefined]]);
  const tasks = await tasksOf(suspended?.[0]?.process.id ?? "");
  expect(tasks.map(({ status, runOn }) => [status, runOn !== null])).toEqual([
    ["completed", false],
    ["pending", true],
    ["pending", false],
  ]);
});
