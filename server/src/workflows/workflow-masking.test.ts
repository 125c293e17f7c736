import type { Right } from "@weft/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildKey } from "../testing/builders.ts";
import type { TestService } from "../testing/test-service.ts";
import { asCaller, begunProcesses, inOwnOrg, type OrgService, processesOf } from "./testing/own-org.ts";
import { type Receiver, startReceiver } from "./testing/receiver.ts";
import { buildWorkflow, callBack, ended, processIn, shareWorkflowService } from "./testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let node: TestService;
let receiver: Receiver;
let admin: OrgService;

beforeAll(async () => {
  node = await shareWorkflowService();
  receiver = await startReceiver();
});

afterAll(async () => {
  await node.stop();
  await receiver.close();
});

beforeEach(async () => {
  admin = await inOwnOrg(node);
});

const savesWorkflows: Right = { verbs: ["read", "create", "update"], typePath: "event-workflow" };
const wait = { name: "wait", action: "external" };

async function keyWith(...rights: readonly Right[]): Promise<OrgService> {
  return asCaller(admin, await buildKey(node, admin.org, { rights: [savesWorkflows, ...rights] }));
}

/** Creates an item, changes it and deletes it. */
async function liveThrough(fields: object = {}): Promise<Json> {
  const { body: item } = await admin.call("POST", "/items", {
    body: { name: "Parka", color: "red", cost: 3141, ...fields },
  });
  await admin.call("PUT", `/items/${item.id}`, { body: { color: "blue", cost: 47.11 } });
  await admin.call("DELETE", `/items/${item.id}`);
  return item;
}

const itemEvents = ["item|create", "item|update", "item|delete"];

describe("a run sees only what its owner may read", () => {
  test("an event of an entity that the owner may not read starts nothing", async () => {
    const blind = await buildWorkflow(await keyWith(), { triggers: itemEvents, tasks: [wait] });
    const shoes = await buildWorkflow(await keyWith({ verbs: ["read"], typePath: "item:shoe" }), {
      triggers: itemEvents,
      tasks: [wait],
    });

    await liveThrough();
    await liveThrough({ typePath: "item:shoe" });

    expect(await processesOf(admin, blind)).toEqual([]);
    expect(await processesOf(admin, shoes)).toHaveLength(3);
  });

  test("events of publishes, loads and processes start nothing for an owner who may not read them", async () => {
    const triggers = ["assortment|publish", "loader-process|completed", "event-workflow-process|completed"];
    const blind = await buildWorkflow(await keyWith(), { triggers, tasks: [wait] });
    const seeing = await buildWorkflow(await keyWith({ verbs: ["read"], typePath: "assortment:*" }), {
      triggers,
      tasks: [wait],
    });
    const { body: project } = await admin.call("POST", "/projects", { body: { name: "Summer" } });
    const body = { name: "All", workspaceId: project.rootWorkspaceId };
    const { body: assortment } = await admin.call("POST", "/assortments", { body });
    const { body: item } = await admin.call("POST", "/items", { body: { name: "Parka" } });
    await admin.call("POST", `/assortments/${assortment.id}/items`, { body: { itemIds: [item.id] } });

    const published = await admin.call("POST", `/assortments/${assortment.id}/publish`);

    expect(published.status).toBe(200);
    expect(await processesOf(admin, blind)).toEqual([]);
    expect((await processesOf(admin, seeing)).map(({ triggerKey }) => triggerKey)).toEqual(["assortment|publish"]);
  });

  test("fields that the owner may not read appear in no event, placeholder, script, body, output or log", async () => {
    const by = await keyWith({ verbs: ["read"], typePath: "item:*", fields: ["color"] });
    // Only administrators define calls; the workflow then acts as its new owner.
    const workflow = await buildWorkflow(admin, {
      triggers: itemEvents,
      tasks: [
        { name: "send", action: "http", config: { url: receiver.url, headers: { "x-told": "a{newData.cost}" } } },
        {
          name: "echo",
          action: "script",
          config: { code: "console.log(JSON.stringify(event)); return { event, config };", cost: "{oldData.cost}" },
        },
        { name: "fail", action: "script", config: { code: "throw new Error(JSON.stringify([event, tasks]));" } },
      ],
    });

    const taken = await by.call("POST", `/event-workflows/${workflow.id}/take-over`);

    await liveThrough();
    const processes = await begunProcesses(admin, workflow, 3);
    const done: Json[] = [];
    for (const { id } of processes) {
      done.push(await ended(admin, id));
    }

    expect(taken.status).toBe(200);
    const seen = JSON.stringify([done.map(({ tasks, failure }) => [tasks, failure]), receiver.calls]);
    expect(seen).toContain("blue");
    expect(seen).not.toMatch(/47\.11|3141|cost/);
    // The whole event is stored: others read it by their own rights.
    expect(done[1].triggerEvent.newData.cost).toBe(47.11);
  });

  test("in a conditional, fields that the owner may not read are undefined", async () => {
    const by = await keyWith({ verbs: ["read"], typePath: "item:*", fields: ["color"] });
    const build = (conditional: string) => buildWorkflow(by, { triggers: ["item|update"], conditional, tasks: [wait] });
    const [hidden, open] = [await build("{newData.cost} > 1"), await build("{newData.cost} === undefined")];

    await liveThrough();

    expect([(await processesOf(admin, hidden)).length, (await processesOf(admin, open)).length]).toEqual([0, 1]);
  });
});

describe("visibility of a process", () => {
  const secret = "47.11";

  async function buildFailed() {
    const workflow = await buildWorkflow(admin, {
      triggers: ["item|create"],
      tasks: [
        { name: "ask", action: "external", config: { cost: "{newData.cost}" } },
        {
          name: "fail",
          action: "script",
          config: { code: "console.log('cost ' + event.newData.cost); throw new Error('cost ' + event.newData.cost);" },
        },
      ],
    });
    await admin.call("POST", "/items", { body: { name: "Parka", cost: 47.11 } });
    const [{ id }] = await begunProcesses(admin, workflow, 1);
    const { tasks } = await processIn(admin, id, "awaiting");
    await callBack(admin, { taskId: tasks[0].id, status: "SUCCESS", logs: `asked for ${secret}` });
    return ended(admin, id);
  }

  const paths = (process: Json) => [
    "/event-workflow-processes",
    `/event-workflow-processes/${process.id}?relations=tasks`,
    "/event-workflow-tasks",
    ...process.tasks.map(({ id }: Json) => `/event-workflow-tasks/${id}`),
    `/event-workflow-tasks/${process.tasks[0].id}/callbacks`,
  ];

  test("logs and failures are shown only to callers who may read the trigger", async () => {
    const process = await buildFailed();
    const readsRuns: Right = { verbs: ["read", "update"], typePath: "event-workflow-process" };
    const readsTasks: Right = { verbs: ["read", "update"], typePath: "event-workflow-task" };
    const readers = [
      await keyWith(readsRuns, readsTasks),
      await keyWith(readsRuns, readsTasks, { verbs: ["read"], typePath: "item:*", fields: ["color"] }),
      await keyWith(readsRuns, readsTasks, { verbs: ["read"], typePath: "item:*" }),
    ];

    const texts: string[] = [];
    for (const by of readers) {
      const answers = await Promise.all(paths(process).map((path) => by.call("GET", path)));
      const late = await callBack(by, { taskId: process.tasks[0].id, status: "FAILURE" });
      texts.push(JSON.stringify([answers.map(({ body }) => body), late.body]));
    }

    expect(process.failure.message).toContain(secret);
    expect(texts.map((text) => text.includes(secret))).toEqual([false, false, true]);
    expect(texts.map((text) => text.includes("failure"))).toEqual([false, false, true]);
  });
});
