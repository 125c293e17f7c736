import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { buildKey, buildOrg } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { buildHeldTask } from "../testing/task-world.ts";
import {
  buildAwaiting,
  buildWorkflow,
  callBack,
  ended,
  shareWorkflowService,
  start,
} from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let service: TestService;
let receiver: Receiver;
let workflow: Json;
/** In start order: completed, failed, completed, failed, awaiting. */
let processes: Json[];

beforeAll(async () => {
  [service, receiver] = await Promise.all([shareWorkflowService(), startReceiver()]);
  workflow = await buildWorkflow(service, {
    triggers: ["manual|list", "manual|other"],
    tasks: [
      {
        name: "weigh",
        action: "script",
        config: { code: "if (event.isBad) { throw new Error('bad'); } return { big: 'x'.repeat(100) };" },
      },
      { name: "hold", action: "script", config: { code: "return {};" } },
    ],
  });
  const ids: string[] = [];
  for (const isBad of [false, true, false, true]) {
    const { id } = await start(service, workflow, { isBad });
    ids.push(id);
  }
  const { process } = await buildAwaiting(service);
  processes = [...(await Promise.all(ids.map((id) => ended(service, id)))), process];
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

function list(plural: string, query: Record<string, unknown> = {}): Promise<TestAnswer> {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return service.call("GET", `/${plural}?${new URLSearchParams(texts)}`);
}

function idsOf({ body }: TestAnswer): string[] {
  return body.results.map(({ id }: Json) => id);
}

const processList = (query?: Record<string, unknown>) => list("event-workflow-processes", query);
const taskList = (query?: Record<string, unknown>) => list("event-workflow-tasks", query);

describe("the list of processes", () => {
  test("is sorted oldest first, without events and outputs", async () => {
    const answer = await processList();

    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(processes.map(({ id }) => id));
    const { triggerEvent, taskOutputs, tasks, ...summary } = processes[0];
    expect(answer.body.results[0]).toEqual(summary);
  });

  test.each<[string, () => object, number[]]>([
    ["status", () => ({ status: "failed" }), [1, 3]],
    ["several statuses", () => ({ status: { in: ["completed", "awaiting"] } }), [0, 2, 4]],
    ["eventWorkflowId", () => ({ eventWorkflowId: workflow.id }), [0, 1, 2, 3]],
    ["both", () => ({ eventWorkflowId: workflow.id, status: "completed" }), [0, 2]],
    ["either", () => ({ or: [{ status: "failed" }, { status: "awaiting" }] }), [1, 3, 4]],
    [
      "either, beside another",
      () => ({ status: "failed", or: [{ status: "failed" }, { status: "awaiting" }] }),
      [1, 3],
    ],
    ["triggerKey", () => ({ triggerKey: "manual|list" }), [0, 1, 2, 3]],
    ["id", () => ({ id: processes[2].id }), [2]],
    ["a status without matches", () => ({ status: "canceled" }), []],
  ])("by %s", async (_, criteriaOf, indexes) => {
    const answer = await processList({ criteria: criteriaOf() });

    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(indexes.map((index) => processes[index].id));
  });

  test("in another order", async () => {
    const answer = await processList({ order: { orderField: "createdOn", order: "desc" } });

    expect(idsOf(answer)).toEqual(processes.map(({ id }) => id).toReversed());
  });

  test("page by page, with the total count", async () => {
    const pages: string[][] = [];
    const totals = new Set<number>();
    let nextPageKey: string | undefined;
    do {
      const answer = await processList({
        limit: 2,
        includeTotal: true,
        ...(nextPageKey === undefined ? {} : { nextPageKey }),
      });
      pages.push(idsOf(answer));
      totals.add(answer.body.total);
      nextPageKey = answer.body.nextPageKey;
    } while (nextPageKey !== undefined);

    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(processes.map(({ id }) => id));
    expect([...totals]).toEqual([5]);
  });

  test("with selected fields", async () => {
    const answer = await processList({ fields: "status,triggerKey", limit: 1 });

    expect(answer.body.results).toEqual([{ id: processes[0].id, status: "completed", triggerKey: "manual|list" }]);
  });

  test.each([
    ["criteria that are not an object", { criteria: "nonsense{" }],
    ["a page key that is none", { nextPageKey: "nonsense" }],
    ["a parameter that nobody knows", { statuses: "failed" }],
  ])("rejects %s", async (_, query) => {
    expect((await processList(query)).status).toBe(400);
  });

  test("is empty for another org, and does not exist for callers who may not read it", async () => {
    const org = await buildOrg(service);
    const stranger = await buildKey(service, org);
    const blind = await buildKey(service, org, { rights: [{ verbs: ["read"], typePath: "item" }] });

    const empty = await service.call("GET", "/event-workflow-processes", { headers: stranger.headers });
    const missing = await service.call("GET", "/event-workflow-processes", { headers: blind.headers });

    expect(empty).toMatchObject({ status: 200, body: { results: [] } });
    expect(missing.status).toBe(404);
  });
});

describe("the list of tasks", () => {
  test.each<[string, () => object, () => string[]]>([
    ["processId", () => ({ processId: processes[1].id }), () => tasksOf(1)],
    ["status", () => ({ status: "skipped" }), () => [tasksOf(1)[1] ?? "", tasksOf(3)[1] ?? ""]],
    ["both", () => ({ processId: processes[1].id, status: "failed" }), () => tasksOf(1).slice(0, 1)],
    ["name and process", () => ({ processId: processes[0].id, name: "hold" }), () => tasksOf(0).slice(1)],
    ["async", () => ({ async: true }), () => tasksOf(4)],
  ])("by %s", async (_, criteriaOf, expected) => {
    const answer = await taskList({ criteria: criteriaOf() });

    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(expected());
  });

  test("shows each task as a read by id does", async () => {
    const { body } = await taskList({ criteria: { processId: processes[0].id } });

    expect(body.results).toEqual(processes[0].tasks);
  });

  test("with selected fields, sorted, page by page", async () => {
    const query = {
      fields: "name",
      order: { orderField: "name", order: "desc" },
      limit: 1,
      criteria: { processId: processes[0].id },
    };

    const first = await taskList({ ...query, includeTotal: true });
    const second = await taskList({ ...query, nextPageKey: first.body.nextPageKey });

    expect(first.body).toMatchObject({ results: [{ name: "weigh" }], total: 2 });
    expect(first.body.results[0]).toEqual({ id: tasksOf(0)[0], name: "weigh" });
    expect(second.body).toEqual({ results: [{ id: tasksOf(0)[1], name: "hold" }] });
  });

  function tasksOf(index: number): string[] {
    return processes[index].tasks.map(({ id }: Json) => id);
  }
});

describe("a process", () => {
  test("includes its tasks on request", async () => {
    const { id } = processes[0];

    const without = await service.call("GET", `/event-workflow-processes/${id}`);
    const withTasks = await service.call("GET", `/event-workflow-processes/${id}?relations=tasks`);
    const wrong = await service.call("GET", `/event-workflow-processes/${id}?relations=logs`);

    expect(without.body).not.toHaveProperty("tasks");
    expect(without.body).toMatchObject({
      triggerEvent: { isBad: false },
      taskOutputs: { weigh: { big: "x".repeat(100) } },
    });
    expect(withTasks.body.tasks).toMatchObject([{ name: "weigh" }, { name: "hold" }]);
    expect(without.headers.get("etag")).toBe(`"${without.body.version}"`);
    expect(wrong.status).toBe(400);
  });

  test("that ends while a request waits for it is returned then", async () => {
    const { process, task } = await buildAwaiting(service);
    const startedOn = Date.now();

    const waiting = service.call("GET", `/event-workflow-processes/${process.id}?wait=20`);
    await callBack(service, { taskId: task.id, status: "SUCCESS" });
    const answer = await waiting;

    expect(answer.body.status).toBe("completed");
    expect(Date.now() - startedOn).toBeLessThan(10_000);
  });

  test("that does not end in time is returned as it is", async () => {
    const { processId, letGo } = await buildHeldTask(service, receiver);

    const answer = await service.call("GET", `/event-workflow-processes/${processId}?wait=1`);
    letGo();

    expect(answer).toMatchObject({ status: 200, body: { status: "running" } });
  });

  test("that has ended is returned at once", async () => {
    const startedOn = Date.now();

    await service.call("GET", `/event-workflow-processes/${processes[0].id}?wait=20`);

    expect(Date.now() - startedOn).toBeLessThan(10_000);
  });
});

describe("with 10,000 processes with large events", () => {
  beforeAll(async () => {
    const { db } = service.database;
    await db.query(sql`
      insert into event_workflow_processes (org_id, id, workflow_id, workflow_version, status, trigger_key, trigger_event, ended_on)
      select org_id, 'many000000000001', 'another workflow', 1, 'completed', 'manual|many',
        jsonb_build_object('text', repeat('x', 50000)), now()
      from event_workflow_processes where id = ${processes[0].id}`);
    // Copies the stored event of the first: generating it for each row takes seconds.
    await db.query(sql`
      insert into event_workflow_processes (org_id, id, workflow_id, workflow_version, status, trigger_key, trigger_event, ended_on)
      select org_id, 'many' || to_char(number, 'FM000000000000'), workflow_id, workflow_version, status, trigger_key,
        trigger_event, ended_on
      from event_workflow_processes, generate_series(2, 10000) as number where id = 'many000000000001'`);
  });

  // All events together are 500 MB: a list that reads them takes far longer than this.
  const quickMs = 10_000;

  test.each<[string, Record<string, unknown>, number]>([
    ["a page of all", { limit: 100, includeTotal: true }, 10_005],
    [
      "a page of one workflow",
      { limit: 100, includeTotal: true, criteria: { eventWorkflowId: "another workflow" } },
      10_000,
    ],
    ["a page of one state", { limit: 100, includeTotal: true, criteria: { status: "failed" } }, 2],
    ["the newest", { limit: 100, includeTotal: true, order: { orderField: "createdOn", order: "desc" } }, 10_005],
  ])("%s returns quickly", async (_, query, total) => {
    const startedOn = Date.now();

    const answer = await processList(query);

    expect(Date.now() - startedOn).toBeLessThan(quickMs);
    expect(answer.body.total).toBeGreaterThanOrEqual(total);
    expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
  });
});
