import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { load, rows } from "../../loader/testing/loading.ts";
import { sql } from "../../platform/database/sql.ts";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { begunProcesses, inOwnOrg, type OrgService, processesOf } from "../testing/own-org.ts";
import { buildWorkflow, shareWorkflowService } from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let node: TestService;
let service: OrgService;

beforeAll(async () => {
  node = await shareWorkflowService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  service = await inOwnOrg(node);
});

const wait = { name: "wait", action: "external" };

/** A workflow with a limit of one process: the others stay pending and cost nothing. */
function listen(...triggers: readonly string[]): Promise<Json> {
  return buildWorkflow(service, { triggers, tasks: [wait], maxConcurrentProcesses: 1 });
}

const send = (operations: readonly object[], more: object = {}) =>
  service.call("POST", "/items/batch", { body: { operations, ...more } });

describe("a process and its change commit together", () => {
  test("a write that is rolled back starts nothing", async () => {
    const workflow = await listen("item|create", "item|update");

    const refused = await send([
      { op: "create", object: { name: "Parka", federatedId: "P" } },
      { op: "update", federatedId: "P", object: { name: "Coat" } },
      { op: "create", object: {} },
    ]);

    expect(refused.status).toBe(400);
    expect(await processesOf(service, workflow)).toEqual([]);
  });

  test("in a batch that is not atomic, each applied operation starts its processes", async () => {
    const workflow = await listen("item|create");

    await send(
      [
        { op: "create", object: { name: "Parka" } },
        { op: "create", object: {} },
      ],
      { atomic: false },
    );

    const processes = await processesOf(service, workflow);
    expect(processes.map(({ triggerEvent }) => triggerEvent.newData.name)).toEqual(["Parka"]);
  });

  test("a workflow saved during concurrent writes misses no change committed after it", async () => {
    const { db } = service.database;
    let isOver = false;
    let written = 0;
    const writers = Array.from({ length: 32 }, async (_, writer) => {
      for (let turn = 0; !isOver; turn++) {
        const { status } = await service.call("POST", "/items", { body: { name: `${writer} ${turn}` } });
        written += status === 201 ? 1 : 0;
      }
    });
    await waitUntil("all write", () => written >= 64);

    const workflow = await listen("item|create");
    const before = written;
    await waitUntil("all continue to write", () => written >= before + 64);
    isOver = true;
    await Promise.all(writers);

    const changes = await db.query<{ id: string; type: string }>(sql`
      select entity_id as id, entity_type as type from changes
      where org_id = ${service.org.id} and action = 'create' order by sequence`);
    const started = await db.query<{ id: string }>(sql`
      select entity_id as id from event_workflow_processes where workflow_id = ${workflow.id} order by entity_id`);
    const saved = changes.findIndex(({ type }) => type === "event-workflow");
    const items = changes.slice(saved).filter(({ type }) => type === "item");
    expect(saved).toBeGreaterThan(32);
    expect(items.length).toBeGreaterThanOrEqual(64);
    expect(started.map(({ id }) => id)).toEqual(items.map(({ id }) => id).sort());
  });

  test("a load of 2,000 rows starts 2,000 processes, many per statement", async () => {
    const workflow = await listen("custom-entity|create");
    const lines = Array.from({ length: 2_000 }, (_, index) => `F${index},Fabric ${index}`);
    const configuration = { loadType: ["CUSTOM_ENTITY"], federatedMappings: { typePath: "custom-entity:fabric" } };

    const loaded = await load(service, rows("federatedId,name", ...lines), configuration);

    const started = await service.database.db.query<{ transactions: number; entities: number; sets: number }>(sql`
      select count(distinct xmin::text) as transactions, count(distinct entity_id) as entities,
        count(distinct trigger_event ->> 'changeSetId') as sets
      from event_workflow_processes where workflow_id = ${workflow.id} and status = 'pending'`);
    expect(loaded.status).toBe("completed");
    // The other one has already started.
    expect(started).toMatchObject([{ entities: 1_999, sets: 1 }]);
    expect(started[0]?.transactions).toBeLessThanOrEqual(10);
  });
});

describe("workflows that trigger each other", () => {
  const bump = {
    name: "bump",
    action: "update-entity",
    config: { entityName: "item", id: "{newData.id}", object: { count: "={newData.count} + 1" } },
  };

  function chain(input: object): Promise<Json> {
    return buildWorkflow(service, { triggers: ["item|update"], tasks: [bump], ...input });
  }

  async function change(): Promise<string> {
    const { body } = await service.call("POST", "/items", { body: { name: "Parka", count: 0 } });
    await service.call("PUT", `/items/${body.id}`, { body: { count: 1 } });
    return body.id;
  }

  async function settled(workflow: Json, count: number): Promise<Json[]> {
    let processes: Json[] = [];
    await waitUntil(`${count} processes have ended`, async () => {
      processes = await begunProcesses(service, workflow, count);
      return processes.every(({ endedOn }) => endedOn !== undefined);
    });
    return processes;
  }

  test("the changes of a process do not start its own workflow again", async () => {
    const workflow = await chain({});
    const other = await chain({ tasks: [wait] });

    const id = await change();
    const processes = await settled(workflow, 1);
    const receivedEvents = await begunProcesses(service, other, 2);

    const { body: item } = await service.call("GET", `/items/${id}`);
    expect(processes.map(({ status }) => status)).toEqual(["completed"]);
    expect(item.count).toBe(2);
    expect(receivedEvents.map(({ triggerEvent }) => triggerEvent.newData.count)).toEqual([1, 2]);
    expect(await processesOf(service, workflow)).toHaveLength(1);
  });

  test("A starts B, and the changes of B do not start A again", async () => {
    const stamp = (object: object) => [{ ...bump, config: { ...bump.config, object } }];
    const a = await chain({ tasks: stamp({ a: "{process.id}" }) });
    const b = await chain({ tasks: stamp({ b: "{process.id}" }) });

    const id = await change();
    const [ofA, ofB] = [await settled(a, 2), await settled(b, 2)];

    // Each reacts to the first change and to the change of the other; then the chain ends.
    const { body: item } = await service.call("GET", `/items/${id}`);
    expect([...ofA, ...ofB].map(({ status }) => status)).toEqual(Array(4).fill("completed"));
    expect(item.version).toBe(6);
    expect([(await processesOf(service, a)).length, (await processesOf(service, b)).length]).toEqual([2, 2]);
  });

  test("a reentrant workflow starts itself, and ends at depth 10 with a clear failure", async () => {
    const workflow = await chain({ reentrant: true });

    const id = await change();
    const processes = await settled(workflow, 11);

    const { body: item } = await service.call("GET", `/items/${id}`);
    const last = processes.at(-1);
    expect(processes.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill("completed"));
    expect(last).toMatchObject({ status: "failed", tasks: [], failure: { code: "limit" } });
    expect(last.failure.message).toContain("10 times in a row");
    expect(item.count).toBe(11);
    expect(await processesOf(service, workflow)).toHaveLength(11);
  });

  test("the writes of a script also belong to its process", async () => {
    const workflow = await buildWorkflow(service, {
      triggers: ["item|update", "color|create"],
      tasks: [
        { name: "script", action: "script", config: { code: "await entities.create('color', { name: 'Red' });" } },
      ],
    });

    await change();
    await settled(workflow, 1);

    expect(await processesOf(service, workflow)).toHaveLength(1);
  });
});
