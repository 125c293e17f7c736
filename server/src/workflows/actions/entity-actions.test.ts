import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildKey } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { buildWorkflow, ended, run, shareWorkflowService, start } from "../testing/workflow-world.ts";

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

const create = (config: object) => ({ name: "create", action: "create-entity", config });
const update = (config: object) => ({ name: "update", action: "update-entity", config });

async function createItem(body: object): Promise<Json> {
  return (await service.call("POST", "/items", { body })).body;
}

const read = async (path: string): Promise<Json> => (await service.call("GET", path)).body;

test("an entity is created with values that keep their types, and later tasks read it", async () => {
  const tasks = [
    create({
      entityName: "item",
      object: { name: "{body.name} 2", price: "{body.price}", tags: "{body.tags}", no: "{x}" },
    }),
    update({ entityName: "item", id: "{tasks.create.output.id}", object: { twin: "{tasks.create.output.name}" } }),
  ];

  const process = await run(service, { tasks }, { body: { name: "Parka", price: 9.5, tags: ["a", "b"] } });

  const { create: made } = process.taskOutputs;
  const item = await read(`/items/${made.id}`);
  expect(process.status).toBe("completed");
  expect(made).toMatchObject({ entityType: "item", name: "Parka 2", price: 9.5, tags: ["a", "b"], version: 1 });
  expect(item).toMatchObject({ ...made, twin: "Parka 2", version: 2, updatedOn: expect.any(String) });
  expect(process.taskOutputs.update).toEqual(item);
  expect(made.id).toBe(process.tasks[0].idempotencyKey);
});

test("all fields may be one placeholder, and so may the kind", async () => {
  const tasks = [create({ entityName: "{body.kind}", object: "{body.fields}" })];

  const process = await run(service, { tasks }, { body: { kind: "color", fields: { name: "Red", hex: "#ff0000" } } });

  expect(await read(`/colors/${process.taskOutputs.create.id}`)).toMatchObject({ name: "Red", hex: "ff0000" });
});

test("the history records the process and the user it acted for", async () => {
  const { id } = await createItem({ name: "Parka" });

  const process = await run(service, { tasks: [update({ entityName: "item", id, object: { name: "Coat" } })] });

  const criteria = encodeURIComponent(JSON.stringify({ entityReference: `item:${id}` }));
  const [change] = (await read(`/change-history?criteria=${criteria}`)).results;
  expect(change).toMatchObject({ source: "workflow", sourceId: process.id, changeSetId: process.tasks[0].id });
  expect((await read(`/items/${id}`)).updatedById).toBe(process.createdById);
});

test("an update without changes is not recorded as a change", async () => {
  const { id } = await createItem({ name: "Parka" });

  const process = await run(service, { tasks: [update({ entityName: "item", id, object: { name: "Parka" } })] });

  expect(process).toMatchObject({ status: "completed", taskOutputs: { update: { id, version: 1 } } });
});

test.each([
  [
    "an entity that is not there",
    update({ entityName: "item", id: "0123456789abcdef", object: {} }),
    "There is no item 0123456789abcdef",
  ],
  ["an id that the event does not have", update({ entityName: "item", id: "{newData.id}", object: {} }), "config.id"],
  [
    "an entity of another kind",
    update({ entityName: "color", id: "{id}", object: { name: "x" } }),
    "There is no color",
  ],
  [
    "an unknown kind",
    create({ entityName: "{kind}", object: {} }),
    "There is no kind of entity itm. Did you mean item?",
  ],
  ["an item without name", create({ entityName: "item", object: {} }), "name"],
  ["fields that are none", create({ entityName: "item", object: "{kind}" }), "config.object"],
  ["a type that is none", create({ entityName: "item", object: { name: "x", typePath: "color" } }), "typePath"],
])("%s fails the task with a clear message", async (_name, task, words) => {
  const { id } = await createItem({ name: "Parka" });

  const process = await run(service, { tasks: [task] }, { id, kind: "itm" });

  expect(process).toMatchObject({ status: "failed", failure: { code: "error", taskName: task.name } });
  expect(process.failure.message).toContain(words);
  expect(process.failure.message).not.toContain("operator");
});

test("a workflow cannot write more than its owner may write", async () => {
  const { id } = await createItem({ name: "Parka", price: 1, stock: 1 });
  const key = await buildKey(node, service.org, {
    rights: [
      { verbs: ["read", "create"], typePath: "event-workflow" },
      { verbs: ["read"], typePath: "item:*" },
      { verbs: ["update"], typePath: "item:*", fields: ["stock"] },
    ],
  });
  const narrow = asCaller(service, key);
  const tasks = [
    update({ entityName: "item", id, object: { stock: 2 } }),
    update({ entityName: "item", id, object: { price: 2 } }),
    create({ entityName: "item", object: { name: "Coat" } }),
    create({ entityName: "color", object: { name: "Red" } }),
  ];

  const ends: Json[] = [];
  for (const task of tasks) {
    // An administrator starts it: the workflow acts with the rights of its owner, not of the administrator.
    const workflow = await buildWorkflow(narrow, { tasks: [task] });
    ends.push(await ended(service, (await start(service, workflow)).id));
  }

  const byHand = [
    await narrow.call("PUT", `/items/${id}`, { body: { price: 2 } }),
    await narrow.call("POST", "/items", { body: { name: "Coat" } }),
  ];
  expect(ends.map(({ status }) => status)).toEqual(["completed", "failed", "failed", "failed"]);
  expect(ends.slice(1, 3).map(({ failure }) => failure.message)).toEqual(byHand.map(({ body }) => body.detail));
  expect(await read(`/items/${id}`)).toMatchObject({ stock: 2, price: 1 });
  expect((await read("/items?includeTotal=true")).total).toBe(1);
});

test("after a takeover the rights are those of the new owner", async () => {
  const { id } = await createItem({ name: "Parka" });
  const key = await buildKey(node, service.org, {
    rights: [
      { verbs: ["read", "create", "update"], typePath: "event-workflow" },
      { verbs: ["read"], typePath: "item:*" },
    ],
  });
  const workflow = await buildWorkflow(service, {
    tasks: [update({ entityName: "item", id, object: { name: "Coat" } })],
  });
  const narrow = asCaller(service, key);

  const { body: saved } = await narrow.call("PUT", `/event-workflows/${workflow.id}`, {
    body: { description: "Mine.", takeOver: true },
  });
  const process = await ended(service, (await start(service, saved)).id);

  expect(process).toMatchObject({ status: "failed", eventWorkflowVersion: 2 });
  expect((await read(`/items/${id}`)).name).toBe("Parka");
});

test("an entity that may be written but not read is created, and only its id is shown", async () => {
  const key = await buildKey(node, service.org, {
    rights: [
      { verbs: ["read", "create"], typePath: "event-workflow" },
      { verbs: ["create"], typePath: "color" },
    ],
  });
  const task = create({ entityName: "color", object: { name: "Red", hex: "#ff0000" } });
  const workflow = await buildWorkflow(asCaller(service, key), { tasks: [task] });

  const { taskOutputs } = await ended(service, (await start(service, workflow)).id);

  expect(taskOutputs.create).toEqual({ id: expect.any(String), entityType: "color" });
  expect(await read(`/colors/${taskOutputs.create.id}`)).toMatchObject({ name: "Red" });
});
