import type { Right } from "@weft/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type BuiltKey, buildKey } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { buildAwaitingTasks, claim, claimed, endLease, endTime } from "../testing/claim-world.ts";
import { asCaller, inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { bearer, buildHeldTask, taskIn, taskOf } from "../testing/task-world.ts";
import {
  buildAwaiting,
  buildWorkflow,
  callBack,
  ended,
  shareWorkflowService,
  start,
} from "../testing/workflow-world.ts";

let node: TestService;
let receiver: Receiver;
let service: OrgService;

beforeAll(async () => {
  [node, receiver] = await Promise.all([shareWorkflowService(), startReceiver()]);
});

afterAll(async () => {
  await node.stop();
  await receiver.close();
});

beforeEach(async () => {
  service = await inOwnOrg(node);
});

function idsOf(tasks: readonly { readonly id: string }[]): string[] {
  return tasks.map(({ id }) => id);
}

test("a worker that claims a task gets its input, and the lease is shown while it is in force", async () => {
  const tasks = [{ name: "quote", action: "external", config: { style: "Parka" } }];
  const { process, task } = await buildAwaiting(service, { tasks });

  const answer = await claim(service, { workerId: "one", leaseSeconds: 120 });
  const later = Date.now() + 120_000;
  const read = await taskOf(service, task.id);
  const list = await service.call("GET", "/event-workflow-tasks");
  const whole = await service.call("GET", `/event-workflow-processes/${process.id}?relations=tasks`);

  const [given] = answer.body.results;
  expect(answer.status).toBe(200);
  expect(given).toEqual({
    ...task,
    version: task.version + 1,
    updatedOn: expect.any(String),
    claim: { workerId: "one", leasedUntil: expect.any(String) },
  });
  expect(given.input).toEqual({ style: "Parka" });
  expect(Math.abs(Date.parse(given.claim.leasedUntil) - later)).toBeLessThan(10_000);
  expect([read, list.body.results[0], whole.body.tasks[0]]).toEqual([given, given, given]);
  await endLease(service, task.id);
  expect(await taskOf(service, task.id)).not.toHaveProperty("claim");
});

test("a claim changes the ETag of a task", async () => {
  const { task } = await buildAwaiting(service);
  await claimed(service, "one");

  const headers = { "if-none-match": `"${task.version}"` };
  const answer = await service.call("GET", `/event-workflow-tasks/${task.id}`, { headers });

  expect(answer).toMatchObject({ status: 200, body: { claim: { workerId: "one" } } });
});

test("ten concurrent workers get each of sixty tasks exactly once", async () => {
  const ids = await buildAwaitingTasks(service, 60);
  const given = new Map<string, string[]>();

  const work = async (workerId: string, limit: number) => {
    for (;;) {
      const tasks = await claimed(service, workerId, { limit });
      if (tasks.length === 0) {
        return;
      }
      given.set(workerId, [...(given.get(workerId) ?? []), ...idsOf(tasks)]);
    }
  };
  await Promise.all(Array.from({ length: 10 }, (_, number) => work(`worker ${number}`, 1 + (number % 4))));

  expect([...given.values()].flat().toSorted()).toEqual(ids);
  expect(given.size).toBeGreaterThan(1);
});

describe("a claim returns", () => {
  test("the oldest tasks first, one by default, and at most the requested number", async () => {
    const ids = await buildAwaitingTasks(service, 5);

    const one = await claimed(service, "one");
    const three = await claimed(service, "one", { limit: 3 });
    const rest = await claimed(service, "two", { limit: 100 });

    expect([one, three, rest].map(idsOf)).toEqual([ids.slice(0, 1), ids.slice(1, 4), ids.slice(4)]);
  });

  test("no task with a lease, not even the worker's own", async () => {
    await buildAwaiting(service);
    await claimed(service, "one");

    expect([await claimed(service, "one"), await claimed(service, "two")]).toEqual([[], []]);
  });

  test("only tasks with the given names", async () => {
    const build = (name: string) => buildAwaiting(service, { tasks: [{ name, action: "external" }] });
    const [first, second, third] = [await build("quote"), await build("ship"), await build("pay")];

    const named = await claimed(service, "one", { names: ["pay", "ship", "unheard of"], limit: 10 });
    const rest = await claimed(service, "one", { limit: 10 });

    expect([named, rest].map(idsOf)).toEqual([[second.task.id, third.task.id], [first.task.id]]);
  });

  test("only tasks of its action", async () => {
    const held = await buildHeldTask(service, receiver);
    held.letGo();
    await taskIn(service, held.id, "awaiting");
    const { task } = await buildAwaiting(service);

    const external = await claimed(service, "one", { limit: 10 });
    const http = await claimed(service, "one", { action: "http", limit: 10 });

    expect([external, http].map(idsOf)).toEqual([[task.id], [held.id]]);
  });

  test("no running, pending or ended task", async () => {
    const tasks = [
      { name: "first", action: "external" },
      { name: "second", action: "external" },
    ];
    const done = await buildAwaiting(service);
    await callBack(service, { taskId: done.task.id, status: "SUCCESS" });
    const failed = await buildAwaiting(service);
    await callBack(service, { taskId: failed.task.id, status: "FAILURE" });
    const canceled = await buildAwaiting(service);
    await service.call("POST", `/event-workflow-processes/${canceled.process.id}/cancel`);
    const held = await buildHeldTask(service, receiver);
    const { task } = await buildAwaiting(service, { tasks });

    const given = [
      ...(await claimed(service, "one", { limit: 10 })),
      ...(await claimed(service, "one", { action: "http", limit: 10 })),
    ];
    held.letGo();

    expect(idsOf(given)).toEqual([task.id]);
  });
});

test("a task whose lease has expired goes to another worker", async () => {
  const { task } = await buildAwaiting(service);
  await claimed(service, "dead", { leaseSeconds: 1 });

  const given = await claimed(service, "alive", { wait: 10 });

  expect(given).toMatchObject([{ id: task.id, claim: { workerId: "alive" } }]);
});

describe("a lease does not affect the state of a task:", () => {
  test("any authorized caller may call back, and the process continues", async () => {
    const { process, task } = await buildAwaiting(service);
    await claimed(service, "one", { leaseSeconds: 3600 });
    const { headers } = await buildKey(node, service.org, { preset: "callback" });

    const answer = await callBack(service, { taskId: task.id, status: "SUCCESS" }, headers);

    expect(answer).toMatchObject({ status: 200, body: { applied: true } });
    expect((await ended(service, process.id)).status).toBe("completed");
    expect(await taskOf(service, task.id)).not.toHaveProperty("claim");
  });

  test("it times out as without a lease", async () => {
    const { process, task } = await buildAwaiting(service);
    await claimed(service, "one", { leaseSeconds: 3600 });

    await endTime(service, task.id);

    expect(await ended(service, process.id)).toMatchObject({ status: "failed", failure: { code: "timeout" } });
  });

  test("a retried task is free again", async () => {
    const { task } = await buildAwaiting(service);
    await claimed(service, "one", { leaseSeconds: 3600 });
    await callBack(service, { taskId: task.id, status: "FAILURE" });
    await service.call("POST", `/event-workflow-tasks/${task.id}/retry`);
    const again = await taskIn(service, task.id, "awaiting");

    const given = await claimed(service, "two");

    expect(again).not.toHaveProperty("claim");
    expect(given).toMatchObject([{ id: task.id, attempt: 2, claim: { workerId: "two" } }]);
  });
});

describe("claims are rejected", () => {
  test.each<[string, string, object]>([
    ["without a worker", "#/workerId", {}],
    ["with a worker without a name", "#/workerId", { workerId: "" }],
    ["with a worker whose name is too long", "#/workerId", { workerId: "x".repeat(101) }],
    ["with an action without a name", "#/action", { workerId: "one", action: "" }],
    ["with an empty list of names", "#/names", { workerId: "one", names: [] }],
    ["with too many names", "#/names", { workerId: "one", names: Array.from({ length: 101 }, () => "wait") }],
    ["for no task", "#/limit", { workerId: "one", limit: 0 }],
    ["for too many tasks", "#/limit", { workerId: "one", limit: 101 }],
    ["for no time", "#/leaseSeconds", { workerId: "one", leaseSeconds: 0 }],
    ["for too long a time", "#/leaseSeconds", { workerId: "one", leaseSeconds: 3601 }],
    ["that wait too long", "#/wait", { workerId: "one", wait: 31 }],
    ["with an unknown member", "#/worker", { workerId: "one", worker: "two" }],
  ])("%s", async (_, pointer, body) => {
    const answer = await claim(service, body);

    expect(answer).toMatchObject({ status: 400, body: { code: "invalid-request", errors: [{ pointer }] } });
  });

  test("from callers who may not call back", async () => {
    const { task } = await buildAwaiting(service);
    const reader = await buildKey(node, service.org, { preset: "read-only" });
    const loader = await buildKey(node, service.org, { rights: [{ verbs: ["read"], typePath: "item:*" }] });
    const answers = [
      await claim(service, { workerId: "one" }, reader.headers),
      await claim(service, { workerId: "one" }, loader.headers),
      await claim(service, { workerId: "one" }, { "x-api-key": "", "x-api-org": "" }),
    ];

    const codes = answers.map(({ status, body }) => [status, body.code]);

    expect(codes).toEqual([
      [403, "forbidden"],
      [404, "not-found"],
      [401, "unauthenticated"],
    ]);
    expect(await taskOf(service, task.id)).not.toHaveProperty("claim");
  });
});

describe("a worker gets", () => {
  test("nothing of another org", async () => {
    await buildAwaiting(service);
    const stranger = await inOwnOrg(node);

    expect(await claimed(stranger, "one", { limit: 100 })).toEqual([]);
  });

  test("only the task of its token", async () => {
    const build = async () => {
      const held = await buildHeldTask(service, receiver);
      held.letGo();
      await taskIn(service, held.id, "awaiting");
      return held;
    };
    const [, own] = [await build(), await build()];

    const { body } = await claim(node, { workerId: "one", action: "http", limit: 100 }, bearer(own.token));

    expect(idsOf(body.results)).toEqual([own.id]);
  });

  test("as much of a task as its key may read", async () => {
    await buildWorkflow(service, {
      triggers: ["item|create"],
      tasks: [{ name: "quote", action: "external", config: { margin: "{newData.margin}" } }],
    });
    await start(
      service,
      await buildWorkflow(service, { tasks: [{ name: "ask", action: "external", config: { a: 1 } }] }),
    );
    await service.call("POST", "/items", { body: { name: "Parka", margin: "word-margin" } });
    const rights: Right[] = [
      { verbs: ["read", "update"], typePath: "event-workflow-task" },
      { verbs: ["read"], typePath: "item:*" },
    ];
    const reporter = await buildKey(node, service.org, { preset: "callback" });
    const reader = await buildKey(node, service.org, { rights });

    const given = async (key: BuiltKey, name: string) => {
      const [task] = await claimed(asCaller(service, key), "one", { names: [name], wait: 10 });
      await endLease(service, task.id);
      return task;
    };

    expect((await given(reporter, "ask")).input).toEqual({ a: 1 });
    expect(await given(reporter, "quote")).not.toHaveProperty("input");
    expect((await given(reader, "quote")).input).toEqual({ margin: "word-margin" });
  });
});
