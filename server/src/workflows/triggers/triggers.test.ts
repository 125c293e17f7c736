import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildAssortments, load, rows } from "../../loader/testing/loading.ts";
import { sql } from "../../platform/database/sql.ts";
import type { TestService } from "../../testing/test-service.ts";
import { begunProcesses, inOwnOrg, type OrgService, processesOf } from "../testing/own-org.ts";
import { buildWorkflow, ended, shareWorkflowService, start } from "../testing/workflow-world.ts";

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

function listen(...triggers: readonly string[]): Promise<Json> {
  return buildWorkflow(service, { triggers, tasks: [wait] });
}

async function create(plural: string, body: object): Promise<Json> {
  const answer = await service.call("POST", `/${plural}`, { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** The change records of an entity, oldest first. */
async function historyOf(reference: string): Promise<Json[]> {
  const criteria = encodeURIComponent(JSON.stringify({ entityReference: reference }));
  const { body } = await service.call("GET", `/change-history?criteria=${criteria}`);
  return body.results.reverse();
}

describe("changes of entities", () => {
  test("a create, an update and a delete each start a process with the full event", async () => {
    await create("entity-types", {
      typePath: "item:coat",
      properties: [{ slug: "season", label: "The season", propertyType: "string" }],
    });
    const workflow = await listen("item|create", "item|update", "item|delete");

    const created = await create("items", { name: "Parka", typePath: "item:coat", season: "winter" });
    const { body: updated } = await service.call("PUT", `/items/${created.id}`, { body: { season: "summer" } });
    await service.call("DELETE", `/items/${created.id}`);

    const events = (await begunProcesses(service, workflow, 3)).map(({ triggerEvent }) => triggerEvent);
    const history = await historyOf(`item:${created.id}`);
    const common = { entityReference: `item:${created.id}`, occurredOn: expect.stringMatching(/^\d{4}-.*Z$/) };
    const reported = history.map(({ id, changeSetId }) => ({ ...common, changeId: id, changeSetId }));
    expect(events).toEqual([
      { ...reported[0], triggerKey: "item|create", newData: created },
      {
        ...reported[1],
        triggerKey: "item|update",
        newData: updated,
        oldData: created,
        propertyDiffs: { season: { propertyName: "The season", oldValue: "winter", newValue: "summer" } },
      },
      { ...reported[2], triggerKey: "item|delete", oldData: updated },
    ]);
  });

  test.each([
    ["item", "items"],
    ["color", "colors"],
    ["custom-entity", "custom-entities"],
    ["project", "projects"],
    ["size-range-template", "size-range-templates"],
  ])("a %s starts workflows for its kind, and nothing else", async (kind, plural) => {
    const [workflow, other] = [await listen(`${kind}|create`), await listen("assortment|create", `${kind}|delete`)];

    const { id } = await create(plural, {
      name: "One",
      ...(kind === "custom-entity" ? { typePath: "custom-entity:x" } : {}),
    });

    const processes = await processesOf(service, workflow);
    expect(processes.map(({ triggerEvent }) => triggerEvent.entityReference)).toEqual([`${kind}:${id}`]);
    expect(await processesOf(service, other)).toEqual([]);
  });

  test("each operation of a batch is a change, and one batch is one change set", async () => {
    const workflow = await listen("item|create", "item|update", "item|delete");

    await service.call("POST", "/items/batch", {
      body: {
        operations: [
          { op: "create", object: { name: "A", federatedId: "A" } },
          { op: "update", federatedId: "A", object: { name: "B" } },
          { op: "upsert", federatedId: "A", object: { name: "B" } },
          { op: "delete", federatedId: "A" },
        ],
      },
    });

    const processes = await begunProcesses(service, workflow, 3);
    expect(processes.map(({ triggerKey }) => triggerKey)).toEqual(["item|create", "item|update", "item|delete"]);
    expect(new Set(processes.map(({ triggerEvent }) => triggerEvent.changeSetId)).size).toBe(1);
    expect(new Set(processes.map(({ triggerEvent }) => triggerEvent.changeId)).size).toBe(3);
  });

  test("an update without changes and a dry run start nothing", async () => {
    const workflow = await listen("item|create", "item|update", "item|delete");
    const { id } = await create("items", { name: "Parka" });

    await service.call("PUT", `/items/${id}`, { body: { name: "Parka" } });
    await service.call("PUT", `/items/${id}?dryRun=true`, { body: { name: "Coat" } });
    await service.call("DELETE", `/items/${id}?dryRun=true`);

    expect((await processesOf(service, workflow)).map(({ triggerKey }) => triggerKey)).toEqual(["item|create"]);
  });

  test("all workflows with a key start, except disabled and deleted ones", async () => {
    const [first, second, off, gone] = [
      await listen("item|create"),
      await listen("manual|x", "item|create"),
      await buildWorkflow(service, { triggers: ["item|create"], tasks: [wait], isActive: false }),
      await listen("item|create"),
    ];
    await service.call("DELETE", `/event-workflows/${gone.id}`);
    await create("items", { name: "Parka" });
    await service.call("PUT", `/event-workflows/${first.id}`, { body: { isActive: false } });
    await service.call("PUT", `/event-workflows/${off.id}`, { body: { isActive: true } });
    await create("items", { name: "Coat" });

    const started: string[][] = [];
    for (const workflow of [first, second, off, gone]) {
      const processes = await processesOf(service, workflow);
      started.push(processes.map(({ triggerEvent }) => triggerEvent.newData.name));
    }
    expect(started).toEqual([["Parka"], ["Parka", "Coat"], ["Coat"], []]);
  });

  test("no workflow of another org starts", async () => {
    const workflow = await listen("item|create");
    const stranger = await inOwnOrg(node);

    await stranger.call("POST", "/items", { body: { name: "Parka" } });

    expect(await processesOf(service, workflow)).toEqual([]);
  });
});

describe("conditionals", () => {
  test("read the state before and after, and the changed properties", async () => {
    const input = { triggers: ["item|update"], tasks: [wait] };
    const approved = await buildWorkflow(service, {
      ...input,
      conditional: "{newData.status} === 'approved' && {oldData.status} !== 'approved'",
    });
    const priced = await buildWorkflow(service, { ...input, conditional: "{propertyDiffs.price.newValue} > 10" });
    const { id } = await create("items", { name: "Parka", status: "draft", price: 1 });
    const changes = [{ price: 20 }, { status: "approved" }, { price: 5 }, { status: "approved", price: 30 }];
    for (const body of changes) {
      await service.call("PUT", `/items/${id}`, { body });
    }

    const versionsOf = async (workflow: Json) =>
      (await processesOf(service, workflow)).map(({ triggerEvent }) => triggerEvent.newData.version);
    expect(await versionsOf(approved)).toEqual([3]);
    expect(await versionsOf(priced)).toEqual([2, 5]);
  });

  test("that cannot be evaluated fail their process, and never the write", async () => {
    const workflow = await buildWorkflow(service, {
      triggers: ["item|create"],
      conditional: "{newData.tags}.includes('x')",
      tasks: [wait],
    });

    const { id } = await create("items", { name: "Parka" });

    const [process] = await processesOf(service, workflow);
    expect((await service.call("GET", `/items/${id}`)).status).toBe(200);
    expect(process).toMatchObject({ status: "failed", tasks: [], endedOn: expect.any(String) });
    expect(process.failure.code).toBe("error");
    expect(process.failure.message).toContain("The conditional could not be evaluated:");
  });

  test("that the service no longer supports fail their process, and never the write", async () => {
    const workflow = await listen("item|create");
    const { db } = node.database;
    // Simulates a definition saved by another version of the service.
    await db.query(sql`update event_workflows set definition = definition || '{"conditional": "{a} +"}'
      where id = ${workflow.id}`);

    await create("items", { name: "Parka" });

    expect(await processesOf(service, workflow)).toMatchObject([{ status: "failed", failure: { code: "error" } }]);
  });
});

describe("other events", () => {
  test("the publish of an assortment", async () => {
    const workflow = await listen("assortment|publish");
    const { assortments } = await buildAssortments(service, "SS27", "MEN");
    const { id: itemId } = await create("items", { name: "Parka" });

    await service.call("POST", `/assortments/${assortments["MEN"].id}/items`, { body: { itemIds: [itemId] } });

    const [process] = await begunProcesses(service, workflow, 1);
    const { body: history } = await service.call("GET", `/assortments/${assortments["MEN"].id}/history`);
    expect(process.triggerEvent).toEqual({
      triggerKey: "assortment|publish",
      occurredOn: expect.any(String),
      changeSetId: expect.any(String),
      entityReference: `assortment:${assortments["MEN"].id}`,
      assortmentId: assortments["MEN"].id,
      assortmentPublishChangeId: history.results[0].id,
    });
  });

  test("the end of a load, and the rows that it wrote", async () => {
    const [completed, failed, items] = [
      await listen("loader-process|completed"),
      await listen("loader-process|failed"),
      await listen("item|create"),
    ];

    const good = await load(service, rows("itemFamilyFederatedId,name", "P,Parka", "C,Coat"), { loadType: ["ITEM"] });
    const bad = await load(service, rows("federatedId,name", "Q,"), { loadType: ["COLOR"] });
    await load(service, rows("federatedId,name", "R,Red"), { loadType: ["COLOR"], dryRun: true });

    const [end, ...moreEnds] = await begunProcesses(service, completed, 1);
    const [failure, ...moreFailures] = await begunProcesses(service, failed, 1);
    const written = await begunProcesses(service, items, 2);
    expect([good.status, bad.status, moreEnds, moreFailures]).toEqual(["completed", "failed", [], []]);
    expect(end.triggerEvent).toMatchObject({
      entityReference: `loader-process:${good.id}`,
      loaderProcessId: good.id,
      status: "completed",
      errors: 0,
    });
    expect(failure.triggerEvent).toMatchObject({ loaderProcessId: bad.id, status: "failed", errors: 1 });
    expect(written.map(({ triggerEvent }) => triggerEvent.newData.name).sort()).toEqual(["Coat", "Parka"]);
  });

  test("the end of a process, with the outputs of its tasks; a canceled process emits none", async () => {
    const [completed, failed] = [
      await listen("event-workflow-process|completed"),
      await listen("event-workflow-process|failed"),
    ];
    const script = (code: string) => [{ name: "work", action: "script", config: { code } }];
    const good = await start(service, await buildWorkflow(service, { tasks: script("return { order: 7 };") }));
    const bad = await start(service, await buildWorkflow(service, { tasks: script("throw new Error('no stock');") }));
    const waiting = await start(service, await buildWorkflow(service, { tasks: [wait] }));
    await service.call("POST", `/event-workflow-processes/${waiting.id}/cancel`);
    await Promise.all([ended(service, good.id), ended(service, bad.id)]);

    const [success, ...others] = await begunProcesses(service, completed, 1);
    const [failure, ...otherFailures] = await begunProcesses(service, failed, 1);

    expect([others, otherFailures]).toEqual([[], []]);
    expect(success.triggerEvent).toMatchObject({
      triggerKey: "event-workflow-process|completed",
      entityReference: `event-workflow-process:${good.id}`,
      processId: good.id,
      eventWorkflowId: good.eventWorkflowId,
      status: "completed",
      taskOutputs: { work: { order: 7 } },
      cause: { triggerKey: good.triggerKey },
    });
    expect(failure.triggerEvent).toMatchObject({
      processId: bad.id,
      status: "failed",
      failure: { code: "error", message: expect.stringContaining("no stock"), taskName: "work" },
    });
  });
});
