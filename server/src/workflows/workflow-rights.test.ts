import type { Right } from "@weft/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildKey, type KeyInput } from "../testing/builders.ts";
import type { TestService } from "../testing/test-service.ts";
import { asCaller, begunProcesses, inOwnOrg, type OrgService, processesOf } from "./testing/own-org.ts";
import { buildAwaiting, buildWorkflow, ended, shareWorkflowService } from "./testing/workflow-world.ts";

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

async function caller(input: KeyInput): Promise<OrgService> {
  return asCaller(service, await buildKey(node, service.org, input));
}

/** Every operation on workflows, processes and tasks, by the caller. */
async function tryAll(by: TestService, { workflow, process, task }: { workflow: Json; process: Json; task: Json }) {
  const calls: readonly (readonly [method: string, path: string, body?: object])[] = [
    ["GET", "/event-workflows"],
    ["GET", `/event-workflows/${workflow.id}`],
    ["POST", "/event-workflows", { name: "Other", triggers: [], tasks: [wait] }],
    ["PUT", `/event-workflows/${workflow.id}`, { isActive: false }],
    ["DELETE", `/event-workflows/${workflow.id}`],
    ["GET", "/event-workflow-processes"],
    ["GET", `/event-workflow-processes/${process.id}`],
    ["POST", `/event-workflow-processes/${process.id}/cancel`],
    ["POST", `/event-workflow-processes/${process.id}/restart`, { fromTaskId: task.id }],
    ["GET", `/event-workflow-processes/${process.id}/restarts`],
    ["POST", "/event-workflow-requests", { triggerKey: workflow.triggers[0], event: {} }],
    ["POST", "/event-workflow-requests/synchronous", { triggerKey: workflow.triggers[0] }],
    ["POST", "/external-events", { eventType: "order", actionType: "shipped" }],
    ["GET", "/event-workflow-tasks"],
    ["GET", `/event-workflow-tasks/${task.id}`],
    ["GET", `/event-workflow-tasks/${task.id}/callbacks`],
    ["PUT", `/event-workflow-tasks/${task.id}`, { subtext: "told" }],
    ["POST", `/event-workflow-tasks/${task.id}/retry`],
    ["POST", "/external-events/callback/", { taskId: task.id, status: "PROGRESS" }],
    ["POST", "/event-workflow-tasks/claims", { workerId: "one" }],
    ["PUT", `/event-workflow-tasks/${task.id}/claim`, { workerId: "one", leaseSeconds: 60 }],
    ["POST", `/event-workflow-tasks/${task.id}/release`, { workerId: "one", reason: "later" }],
    ["POST", `/event-workflow-tasks/${task.id}/fail`, { workerId: "one", message: "broken" }],
  ];
  const codes: Record<string, string> = {};
  for (const [method, path, body] of calls) {
    const answer = await by.call(method, path, body === undefined ? {} : { body });
    const name = path.replaceAll(/\/[A-Za-z0-9_-]{16}(?=\/|$)/g, "/{id}");
    codes[`${method} ${name}`] = answer.body?.code ?? String(answer.status);
  }
  return codes;
}

async function buildAll() {
  const workflow = await buildWorkflow(service, { tasks: [wait] });
  const { process, task } = await buildAwaiting(service, { triggers: ["manual|other"] });
  return { workflow, process, task };
}

/** All return the same code, except for the given ones. */
function expectCodes(codes: Record<string, string>, usual: string, others: Record<string, string> = {}): void {
  const expected = Object.fromEntries(Object.keys(codes).map((name) => [name, others[name] ?? usual]));
  expect(codes).toEqual(expected);
}

describe("permissions", () => {
  test("workflows do not exist for a key with rights on items only", async () => {
    const all = await buildAll();

    const codes = await tryAll(
      await caller({ rights: [{ verbs: ["read", "create", "update"], typePath: "item:*" }] }),
      all,
    );

    expectCodes(codes, "not-found");
  });

  test("a read-only key may not change or start workflows", async () => {
    const all = await buildAll();

    const codes = await tryAll(await caller({ preset: "read-only" }), all);

    const reading = Object.keys(codes).filter((name) => name.startsWith("GET"));
    expectCodes(codes, "forbidden", Object.fromEntries(reading.map((name) => [name, "200"])));
    expect(await processesOf(service, all.workflow)).toEqual([]);
  });

  test("a key for callbacks reads tasks and calls back, and nothing else exists for it", async () => {
    const all = await buildAll();

    const codes = await tryAll(await caller({ preset: "callback" }), all);

    expectCodes(codes, "not-found", {
      "GET /event-workflow-tasks": "200",
      "GET /event-workflow-tasks/{id}": "200",
      "GET /event-workflow-tasks/{id}/callbacks": "200",
      "PUT /event-workflow-tasks/{id}": "200",
      // It is permitted, but the task has not failed.
      "POST /event-workflow-tasks/{id}/retry": "conflict",
      "POST /external-events/callback/": "200",
      "POST /event-workflow-tasks/claims": "200",
      "PUT /event-workflow-tasks/{id}/claim": "200",
      "POST /event-workflow-tasks/{id}/release": "200",
      // It is permitted, but the task was released before.
      "POST /event-workflow-tasks/{id}/fail": "conflict",
    });
  });

  test("a request without a credential is rejected", async () => {
    const all = await buildAll();

    const codes = await tryAll(asCaller(service, { headers: { "x-api-key": "", "x-api-org": "" } }), all);

    expectCodes(codes, "unauthenticated");
  });

  test("an administrator of another org sees and changes nothing", async () => {
    const all = await buildAll();
    const stranger = await inOwnOrg(node);

    const codes = await tryAll(stranger, all);
    const lists = await Promise.all(
      ["event-workflows", "event-workflow-processes", "event-workflow-tasks"].map((kind) =>
        stranger.call("GET", `/${kind}`),
      ),
    );

    expectCodes(codes, "not-found", {
      "GET /event-workflows": "200",
      "POST /event-workflows": "201",
      "GET /event-workflow-processes": "200",
      "GET /event-workflow-tasks": "200",
      // Their own org has no workflow for the key.
      "POST /event-workflow-requests": "invalid-request",
      "POST /event-workflow-requests/synchronous": "invalid-request",
      "POST /external-events": "201",
      // Their own org has no awaiting tasks.
      "POST /event-workflow-tasks/claims": "200",
    });
    expect(lists.map(({ body }) => body.results.map(({ name }: Json) => name))).toEqual([["Other"], [], []]);
    const { body: process } = await service.call("GET", `/event-workflow-processes/${all.process.id}?relations=tasks`);
    expect(process).toEqual(all.process);
  });
});

describe("visibility of the entity that triggered a process", () => {
  const workflowRights: readonly Right[] = ["event-workflow", "event-workflow-process", "event-workflow-task"].map(
    (typePath) => ({ verbs: ["read"], typePath }),
  );
  const onItems = (right: Partial<Right>): KeyInput => ({
    rights: [...workflowRights, { verbs: ["read"], typePath: "item:*", ...right }],
  });

  const echo = {
    name: "echo",
    action: "script",
    config: { code: "return { price: event.newData.price };", price: "{newData.price}" },
  };

  /** An ended process triggered by an update of an item. */
  async function buildProcess() {
    const workflow = await buildWorkflow(service, { triggers: ["item|update"], tasks: [echo] });
    const { body: item } = await service.call("POST", "/items", { body: { name: "Parka", price: 1, color: "red" } });
    await service.call("PUT", `/items/${item.id}`, { body: { name: "Coat", price: 47110.5, color: "blue" } });
    const [process] = await begunProcesses(service, workflow, 1);
    return { item, process: await ended(service, process.id) };
  }

  /** Everything that the caller can read of the process. */
  async function readAs(by: TestService, id: string) {
    const { body: process } = await by.call("GET", `/event-workflow-processes/${id}?relations=tasks`);
    const { body: list } = await by.call("GET", "/event-workflow-processes");
    const { body: tasks } = await by.call("GET", "/event-workflow-tasks");
    const { body: task } = await by.call("GET", `/event-workflow-tasks/${process.tasks[0].id}`);
    return { process, task, listed: tasks.results[0], text: JSON.stringify([process, list, tasks, task]) };
  }

  test("everything, for callers who may read the item", async () => {
    const { process } = await buildProcess();

    const shown = await readAs(await caller(onItems({})), process.id);

    expect(shown.process.triggerEvent).toEqual(process.triggerEvent);
    expect(shown.process.taskOutputs).toEqual({ echo: { price: 47110.5 } });
    for (const task of [shown.task, shown.listed, shown.process.tasks[0]]) {
      expect(task).toMatchObject({ input: { price: 47110.5 }, output: { price: 47110.5 } });
    }
  });

  test("only the fields of the item that the caller may read, and nothing derived from the others", async () => {
    const { process, item } = await buildProcess();

    const shown = await readAs(await caller(onItems({ fields: ["color"] })), process.id);

    const { newData, oldData, propertyDiffs, entityReference } = shown.process.triggerEvent;
    expect(entityReference).toBe(`item:${item.id}`);
    expect([newData.name, newData.color, newData.price]).toEqual(["Coat", "blue", undefined]);
    expect([oldData.name, oldData.color, oldData.price]).toEqual(["Parka", "red", undefined]);
    expect(Object.keys(propertyDiffs).sort()).toEqual(["color", "name"]);
    expect(shown.text).not.toContain("47110.5");
    expect(shown.process.taskOutputs).toBeUndefined();
    for (const task of [shown.task, shown.listed, shown.process.tasks[0]]) {
      expect([task.status, task.input, task.output]).toEqual(["completed", undefined, undefined]);
    }
  });

  test.each([
    ["no item at all", { rights: workflowRights }],
    ["items of another type", onItems({ typePath: "item:shoe" })],
  ])("nothing of it, for callers who may read %s", async (_name, input) => {
    const { process } = await buildProcess();

    const shown = await readAs(await caller(input), process.id);

    expect(shown.process).toMatchObject({ status: "completed", triggerKey: "item|update" });
    expect(Object.keys(shown.process.triggerEvent).sort()).toEqual(
      ["changeId", "changeSetId", "entityReference", "occurredOn", "triggerKey"].sort(),
    );
    expect(shown.text).not.toMatch(/47110\.5|Coat|Parka|blue/);
  });

  test("nor the event that another workflow received at the end of its process", async () => {
    const watcher = await buildWorkflow(service, { triggers: ["event-workflow-process|completed"], tasks: [wait] });
    const { item } = await buildProcess();
    const [watching] = await begunProcesses(service, watcher, 1);

    const whole = await readAs(await caller(onItems({})), watching.id);
    const partly = await readAs(await caller(onItems({ fields: ["color"] })), watching.id);
    const blind = await readAs(await caller({ rights: workflowRights }), watching.id);

    expect(whole.process.triggerEvent).toMatchObject({
      taskOutputs: { echo: { price: 47110.5 } },
      cause: { triggerKey: "item|update", entityReference: `item:${item.id}` },
    });
    for (const { process, text } of [partly, blind]) {
      expect(process.triggerEvent.taskOutputs).toBeUndefined();
      expect(text).not.toContain("47110.5");
    }
  });
});
