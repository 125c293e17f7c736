import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildKey } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { textsOf } from "../testing/task-world.ts";
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

const script = (code: string, more: object = {}) => ({ name: "script", action: "script", config: { code }, ...more });

/** Runs the code as the only task and returns the process. */
function runScript(code: string, event: object = {}, more: object = {}): Promise<Json> {
  return run(service, { tasks: [script(code, more)] }, event);
}

async function createItem(body: object): Promise<Json> {
  return (await service.call("POST", "/items", { body })).body;
}

describe("input and output of a script", () => {
  test("it reads the event, its config and earlier tasks, and later tasks read its return value", async () => {
    const tasks = [
      { ...script("return { number: 7 };"), name: "Send order" },
      {
        ...script("return [event.body.a, config, tasks['Send order'].output.number, task.name, task.attempt];"),
        config: {
          code: "return [event.body.a, config, tasks['Send order'].output.number, task.name, task.attempt];",
          text: "{body.a} and {tasks.Send order.output.number}",
          number: "{body.a}",
        },
      },
      { ...script(""), name: "last", config: { code: "return config;", read: "{tasks.script.output.result[2]}" } },
    ];

    const process = await run(service, { tasks }, { body: { a: 1 } });

    expect(process.taskOutputs).toEqual({
      "Send order": { number: 7 },
      script: { result: [1, { text: "1 and 7", number: 1 }, 7, "script", 1] },
      last: { read: 7 },
    });
  });

  test("any value may be returned", async () => {
    const values = {
      "an object": ["return { a: 1 };", { a: 1 }],
      "a text": ["return 'done';", { result: "done" }],
      "a list": ["return [1];", { result: [1] }],
      null: ["return null;", {}],
      nothing: ["const a = 1;", {}],
    } as const;
    const tasks = Object.entries(values).map(([name, [code]]) => ({ ...script(code), name }));

    const process = await run(service, { tasks });

    const outputs = Object.entries(values).map(([name, [, output]]) => [name, output]);
    expect(process.taskOutputs).toEqual(Object.fromEntries(outputs));
  });

  test("each log call adds a line to the logs of the task", async () => {
    const process = await runScript("console.log('one', 2); console.error('two\\nlines');");

    expect(textsOf(process.tasks[0].logs)).toEqual(["one 2", "two\nlines"]);
  });
});

describe("permissions of a script", () => {
  test("it gets, lists, creates and updates entities", async () => {
    const parka = await createItem({ name: "Parka", price: 10, color: "red" });
    await createItem({ name: "Coat", price: 20, color: "red" });

    const process = await runScript(
      `
      const parka = await entities.get('item', event.id);
      const red = await entities.list('item', { criteria: { color: 'red' }, order: { orderField: 'price', order: 'desc' } });
      const page = await entities.list('item', { limit: 1 });
      const color = await entities.create('color', { name: 'Red of ' + parka.name });
      const updated = await entities.update('item', parka.id, { price: parka.price + 1 });
      return {
        names: red.results.map(({ name }) => name), more: page.nextPageKey !== undefined,
        color: color.id, version: updated.version,
      };`,
      { id: parka.id },
    );

    const { names, more, color, version } = process.taskOutputs.script;
    const { body: after } = await service.call("GET", `/items/${parka.id}`);
    const { body: made } = await service.call("GET", `/colors/${color}`);
    expect([names, more, version]).toEqual([["Coat", "Parka"], true, 2]);
    expect([after.price, made.name]).toEqual([11, "Red of Parka"]);
  });

  test("the history records the workflow, the user it acted for, and the change set", async () => {
    const { id } = await createItem({ name: "Parka" });

    const process = await runScript(
      "await entities.update('item', event.id, { a: 1 }); await entities.update('item', event.id, { a: 2 });",
      { id },
    );

    const criteria = encodeURIComponent(JSON.stringify({ entityReference: `item:${id}` }));
    const { body } = await service.call("GET", `/change-history?criteria=${criteria}`);
    const [second, first, creation] = body.results;
    for (const change of [first, second]) {
      expect(change).toMatchObject({ source: "workflow", sourceId: process.id, changeSetId: process.tasks[0].id });
      expect(change.actorId ?? change.actor?.id).toBe(creation.actorId ?? creation.actor?.id);
    }
  });

  test.each([
    ["an entity that is not there", "await entities.get('item', '0123456789abcdef');", "There is no item"],
    ["an unknown kind", "await entities.get('itm', 'x');", "There is no kind of entity itm. Did you mean item?"],
    ["fields that do not fit", "await entities.create('item', {});", "name"],
    ["no id", "await entities.get('item');", "entities.get('item', id)"],
    ["no object", "await entities.update('item', 'x', 7);", "requires the fields as an object"],
    ["an unknown wish", "await entities.list('item', { limt: 1 });", "{criteria?, order?, limit?, nextPageKey?}"],
  ])("a call for %s is rejected with an error that it can catch", async (_name, code, words) => {
    const [caught, thrown] = await Promise.all([
      runScript(`try { ${code} } catch (error) { return { message: error.message }; }`),
      runScript(code),
    ]);

    expect(caught.taskOutputs.script.message).toContain(words);
    expect(thrown).toMatchObject({ status: "failed", failure: { code: "error" } });
    expect(thrown.failure.message).toContain(words);
  });

  test("it has the rights of the workflow's owner, and no more", async () => {
    const parka = await createItem({ name: "Parka", price: 10, secret: "hidden" });
    const key = await buildKey(node, service.org, {
      rights: [
        { verbs: ["read", "create"], typePath: "event-workflow" },
        { verbs: ["read"], typePath: "item:*", fields: ["price"] },
      ],
    });
    const code = `
      const tried = async (work) => { try { return await work(); } catch (error) { return error.message; } };
      return {
        read: await entities.get('item', event.id),
        listed: (await entities.list('item')).results,
        update: await tried(() => entities.update('item', event.id, { price: 0 })),
        create: await tried(() => entities.create('item', { name: 'Coat' })),
        color: await tried(() => entities.create('color', { name: 'Red' })),
      };`;
    const workflow = await buildWorkflow(asCaller(service, key), { tasks: [script(code)] });

    const { taskOutputs } = await ended(service, (await start(service, workflow, { id: parka.id })).id);

    const { read, listed, update, create, color } = taskOutputs.script;
    const { body: after } = await service.call("GET", `/items/${parka.id}`);
    expect([read.price, read.secret, listed[0].secret]).toEqual([10, undefined, undefined]);
    expect(listed).toHaveLength(1);
    expect([update, create, color]).toEqual([
      "This credential may not update item.",
      "This credential may not create item.",
      expect.stringContaining("color"),
    ]);
    expect(after).toMatchObject({ price: 10, version: 1 });
  });

  test("a caller's rights do not extend the workflow of another user", async () => {
    const parka = await createItem({ name: "Parka" });
    const starter = await buildKey(node, service.org, {
      rights: [{ verbs: ["read", "create"], typePath: "event-workflow-process" }],
    });
    const workflow = await buildWorkflow(service, {
      tasks: [script("return await entities.update('item', event.id, { name: 'Coat' });")],
    });

    const { id } = await start(asCaller(service, starter), workflow, { id: parka.id });

    expect(await ended(service, id)).toMatchObject({ status: "completed" });
    expect((await service.call("GET", `/items/${parka.id}`)).body.name).toBe("Coat");
  });
});

describe("a script fails", () => {
  test("by throwing: with its message, the position, and its logs", async () => {
    const process = await runScript("console.log('before');\nthrow new Error('no stock');");

    expect(process).toMatchObject({ status: "failed", failure: { code: "error", taskName: "script" } });
    expect(process.failure.message).toContain("no stock");
    expect(textsOf(process.tasks[0].logs)).toEqual(["before", expect.stringMatching(/2:/)]);
    expect(process.tasks[0].input).toMatchObject({ code: expect.stringContaining("throw") });
  });

  test("on timeout: it is stopped, and the node continues", async () => {
    const process = await runScript("console.log('before'); for (;;) {}", {}, { timeoutSeconds: 1 });

    const [task] = process.tasks;
    expect(process).toMatchObject({ status: "failed", failure: { code: "timeout" } });
    expect(Date.parse(task.endedOn) - Date.parse(task.startedOn)).toBeLessThan(15_000);
    expect(await runScript("return 1;")).toMatchObject({ status: "completed" });
  });

  test("by making more than 100 calls", async () => {
    // A call without an id is rejected before it reaches the database, and counts as well.
    const calls = (count: number) =>
      `for (let i = 0; i < ${count}; i++) { try { await entities.get('item'); } catch {} }`;
    const enough = await runScript(calls(100));
    const more = await runScript(calls(101));

    expect(enough.status).toBe("completed");
    expect(more).toMatchObject({ status: "failed", failure: { code: "error" } });
    expect(more.failure.message).toContain("100");
  });

  test("by using too much memory", async () => {
    const process = await runScript("const all = []; for (;;) all.push('x'.repeat(1_000_000) + all.length);");

    expect(process).toMatchObject({ status: "failed" });
    expect(process.failure.message).toMatch(/memory/i);
  });

  test("by returning a value that the database cannot store", async () => {
    const process = await runScript("return { a: 'x\\u0000' };");

    expect(process).toMatchObject({ status: "failed", failure: { code: "error" } });
    expect(process.failure.message).toContain("NUL");
  });

  test("by accessing anything outside the sandbox", async () => {
    const process = await runScript("return [typeof fetch, typeof require, typeof process, typeof setTimeout];");

    expect(process.taskOutputs.script.result).toEqual(Array(4).fill("undefined"));
  });
});
