import type { Right } from "@weft/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildKey } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { bearer, taskOf, textsOf, verdictsOf } from "../testing/task-world.ts";
import { buildAwaiting, callBack, ended, processIn, shareWorkflowService } from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

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

const quote = { name: "Quote", action: "external", form: [{ slug: "price", propertyType: "number", required: true }] };
const book = {
  name: "Book",
  action: "script",
  config: {
    code: "if (config.price > 100) throw new Error('too expensive'); return { booked: config.price };",
    price: "{tasks.Quote.output.price}",
  },
};
const confirm = { name: "Confirm", action: "external" };

function restart(processId: string, body: object, by: TestService = service) {
  return by.call("POST", `/event-workflow-processes/${processId}/restart`, { body });
}

async function restartsOf(processId: string): Promise<Json[]> {
  const { status, body } = await service.call("GET", `/event-workflow-processes/${processId}/restarts`);
  expect(status).toBe(200);
  return body.results;
}

/** A process whose first task was answered with the price. */
async function buildAnswered(price: number, tasks: readonly object[] = [quote, book]) {
  const { process, task } = await buildAwaiting(service, { tasks });
  await callBack(service, { taskId: task.id, status: "SUCCESS", output: { price }, subtext: "Quoted" });
  return { id: process.id, task };
}

describe("a restart with a corrected output", () => {
  test("runs the later tasks again, and keeps what it replaced", async () => {
    const { id, task } = await buildAnswered(2950);
    const failed = await ended(service, id);

    const restarted = await restart(id, { fromTaskId: task.id, output: { price: 29.5 } });
    const process = await ended(service, id);

    expect(failed).toMatchObject({ status: "failed", failure: { taskName: "Book" } });
    expect(restarted.status).toBe(200);
    expect(restarted.body).not.toHaveProperty("failure");
    expect(process).toMatchObject({
      status: "completed",
      taskOutputs: { Quote: { price: 29.5 }, Book: { booked: 29.5 } },
      tasks: [{ status: "completed", attempt: 1, outputSources: { "/price": "restart" } }, { attempt: 2 }],
    });
    expect(process.tasks[1].idempotencyKey).not.toBe(failed.tasks[1].idempotencyKey);
    expect(await restartsOf(id)).toMatchObject([
      {
        fromTaskId: task.id,
        actorName: expect.any(String),
        tasks: [
          { id: task.id, name: "Quote", status: "completed", output: { price: 2950 } },
          {
            name: "Book",
            status: "failed",
            attempt: 1,
            failure: { message: expect.stringContaining("too expensive") },
          },
        ],
      },
    ]);
    expect(textsOf((await taskOf(service, task.id)).logs)).toEqual([expect.stringMatching(/^Restarted from Quote\.$/)]);
  });

  test("is recorded in the audit log, without the output", async () => {
    const { id, task } = await buildAnswered(7);
    await ended(service, id);

    await restart(id, { fromTaskId: task.id, output: { price: 8 } });

    const criteria = encodeURIComponent(JSON.stringify({ action: "workflow.restart" }));
    const { body } = await service.call("GET", `/audit-log?criteria=${criteria}`);
    expect(body.results).toMatchObject([
      {
        target: { type: "event-workflow-process", id },
        after: { fromTaskId: task.id, fromTaskName: "Quote", isCorrected: true },
      },
    ]);
    expect(JSON.stringify(body.results)).not.toContain("price");
  });

  test("must fit the form of the task; a misfit changes nothing", async () => {
    const { id, task } = await buildAnswered(7);
    const before = await ended(service, id);

    const rejected = await restart(id, { fromTaskId: task.id, output: { price: "29,50" } });
    const missing = await restart(id, { fromTaskId: task.id, output: {} });

    expect(rejected).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/output/price" }] } });
    expect(missing).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/output/price", code: "required" }] } });
    expect(await ended(service, id)).toEqual(before);
    expect(await restartsOf(id)).toEqual([]);
  });

  test("keeps the rules of callbacks for the corrected task", async () => {
    const { id, task } = await buildAnswered(7);
    await ended(service, id);
    await restart(id, { fromTaskId: task.id, output: { price: 8 } });

    const repeated = await callBack(service, { taskId: task.id, status: "SUCCESS", output: { price: 7 } });
    const contradicting = await callBack(service, { taskId: task.id, status: "FAILURE" });

    expect([repeated.status, contradicting.status]).toEqual([200, 409]);
    expect((await ended(service, id)).taskOutputs).toMatchObject({ Quote: { price: 8 }, Book: { booked: 8 } });
  });

  test("completes a process whose last task it corrects, and notifies its listeners again", async () => {
    const { process, task } = await buildAwaiting(service, { tasks: [quote] });
    await service.call("POST", "/event-workflows", {
      body: { name: "Listen", triggers: ["event-workflow-process|completed"], tasks: [confirm] },
    });
    await callBack(service, { taskId: task.id, status: "SUCCESS", output: { price: 7 } });
    const before = await ended(service, process.id);

    const restarted = await restart(process.id, { fromTaskId: task.id, output: { price: 8 } });

    expect(restarted.body).toMatchObject({ status: "completed", taskOutputs: { Quote: { price: 8 } } });
    expect(restarted.body.version).toBeGreaterThan(before.version);
    const criteria = encodeURIComponent(JSON.stringify({ triggerKey: "event-workflow-process|completed" }));
    const { body } = await service.call("GET", `/event-workflow-processes?criteria=${criteria}`);
    expect(body.results).toHaveLength(2);
  });
});

describe("a restart without an output", () => {
  test("runs the task itself again; earlier callbacks no longer count", async () => {
    const { id, task } = await buildAnswered(7);
    await ended(service, id);

    const restarted = await restart(id, { fromTaskId: task.id });
    const asked = (await processIn(service, id, "awaiting")).tasks[0];
    await callBack(service, { taskId: task.id, status: "SUCCESS", output: { price: 9 } });

    expect(restarted.body.status).toBe("running");
    expect(restarted.body).not.toHaveProperty("subtext");
    expect(asked).toMatchObject({ id: task.id, attempt: 2, output: {} });
    expect((await ended(service, id)).taskOutputs).toMatchObject({ Book: { booked: 9 } });
    expect(await verdictsOf(service, task.id)).toEqual(["SUCCESS applied", "SUCCESS applied"]);
  });
});

describe("while a later task is in progress", () => {
  test("it is asked again, and its earlier callbacks and claims no longer count", async () => {
    const { id, task } = await buildAnswered(7, [quote, confirm, book]);
    const waiting = (await processIn(service, id, "awaiting")).tasks[1];
    await service.call("POST", "/event-workflow-tasks/claims", { body: { workerId: "one", names: ["Confirm"] } });

    await restart(id, { fromTaskId: task.id, output: { price: 8 } });

    const [, again] = (await processIn(service, id, "awaiting")).tasks;
    expect(again).toMatchObject({ id: waiting.id, attempt: 2 });
    expect(again).not.toHaveProperty("claim");
    await callBack(service, { taskId: again.id, status: "SUCCESS" });
    expect((await ended(service, id)).taskOutputs).toMatchObject({ Book: { booked: 8 } });
  });

  test("a running call is aborted, its result no longer counts, and its token is revoked", async () => {
    let calls = 0;
    receiver.answer(() => {
      calls += 1;
      return calls === 1 ? new Promise(() => {}) : { status: 200, body: { call: calls } };
    });
    const before = receiver.calls.length;
    const call = { name: "Call", action: "http", async: true, config: { url: `${receiver.url}/restart` } };
    const { id, task } = await buildAnswered(7, [quote, call]);
    await expect.poll(() => receiver.calls.length, { timeout: 10_000 }).toBe(before + 1);

    await restart(id, { fromTaskId: task.id, output: { price: 8 } });
    await expect.poll(() => receiver.calls.length, { timeout: 10_000 }).toBe(before + 2);
    const [first, second] = receiver.calls.slice(before).map(({ body }) => body);
    const [, waiting] = (await processIn(service, id, "awaiting")).tasks;
    const stale = await callBack(service, { taskId: waiting.id, status: "SUCCESS" }, bearer(first.callbackToken));
    const fresh = await callBack(service, { taskId: waiting.id, status: "SUCCESS" }, bearer(second.callbackToken));

    expect([stale.status, fresh.status]).toEqual([401, 200]);
    expect((await ended(service, id)).taskOutputs["Call"]).toEqual({ call: 2 });
  });
});

function rightsOn(verbs: Right["verbs"], ...kinds: readonly string[]): Right[] {
  return kinds.map((kind) => ({ verbs, typePath: `event-workflow-${kind}` }));
}

describe("a restart is rejected", () => {
  test("from a task without a result, and from a canceled process", async () => {
    const { process, task } = await buildAwaiting(service, { tasks: [quote, confirm] });
    const later = process.tasks[1];

    const fromWaiting = await restart(process.id, { fromTaskId: task.id, output: { price: 1 } });
    const fromPending = await restart(process.id, { fromTaskId: later.id });
    await callBack(service, { taskId: task.id, status: "SUCCESS", output: { price: 1 } });
    await service.call("POST", `/event-workflow-processes/${process.id}/cancel`);
    const fromCanceled = await restart(process.id, { fromTaskId: task.id, output: { price: 1 } });

    expect(fromWaiting).toMatchObject({ status: 409, body: { detail: expect.stringContaining("with a callback") } });
    expect([fromPending.status, fromCanceled.status]).toEqual([409, 409]);
  });

  test("from a task of another process, of an unknown process, and with unknown members", async () => {
    const { id, task } = await buildAnswered(7);
    const other = await buildAnswered(7);

    const foreign = await restart(id, { fromTaskId: other.task.id });
    const unknown = await restart("unknown-unknown-", { fromTaskId: task.id });
    const misspelled = await restart(id, { fromTaskId: task.id, outputs: {} });

    expect(foreign).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/fromTaskId" }] } });
    expect(unknown.status).toBe(404);
    expect(misspelled.body.detail).toContain("Did you mean output?");
  });

  test.each<[string, Right[], number]>([
    ["neither", [], 404],
    ["tasks only", rightsOn(["read", "update"], "task"), 404],
    ["reading both", rightsOn(["read"], "process", "task"), 403],
    ["processes only", rightsOn(["read", "update"], "process"), 404],
    ["both", rightsOn(["read", "update"], "process", "task"), 200],
  ])("unless the caller has rights on processes and tasks: %s", async (...[, rights, status]) => {
    const { id, task } = await buildAnswered(7);
    await ended(service, id);
    const by = asCaller(service, await buildKey(node, service.org, { rights }));

    expect((await restart(id, { fromTaskId: task.id, output: { price: 8 } }, by)).status).toBe(status);
  });
});

test("of concurrent restarts and callbacks every result is that of one sequence", async () => {
  const { id, task } = await buildAnswered(7, [quote, confirm]);
  const waiting = (await processIn(service, id, "awaiting")).tasks[1];

  const prices = [1, 2, 3, 4];
  const answers = await Promise.all([
    ...prices.map((price) => restart(id, { fromTaskId: task.id, output: { price } })),
    callBack(service, { taskId: waiting.id, status: "SUCCESS" }),
  ]);

  expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [newest, ...older] = await restartsOf(id);
  const final = await service.call("GET", `/event-workflow-processes/${id}?relations=tasks`);
  const seen = [newest, ...older].map(({ tasks }) => tasks[0].output.price);
  expect([...seen, final.body.taskOutputs.Quote.price].toSorted()).toEqual([1, 2, 3, 4, 7]);
  expect(seen.at(-1)).toBe(7);
});

test("callers see of replaced results what they may see of the task", async () => {
  await service.call("POST", "/event-workflows", { body: { name: "Cost", triggers: ["item|create"], tasks: [quote] } });
  await service.call("POST", "/items", { body: { name: "Parka" } });
  const { body: page } = await service.call("GET", "/event-workflow-processes");
  const id = page.results[0].id;
  const [task] = (await processIn(service, id, "awaiting")).tasks;
  await callBack(service, { taskId: task.id, status: "SUCCESS", output: { price: 7 } });
  await restart(id, { fromTaskId: task.id, output: { price: 8 } });
  const reads = (typePath: string): Right => ({ verbs: ["read"], typePath });
  const seenBy = async (rights: Right[]) => {
    const by = asCaller(service, await buildKey(node, service.org, { rights }));
    return (await by.call("GET", `/event-workflow-processes/${id}/restarts`)).body.results[0];
  };

  const [process, tasks, items] = [reads("event-workflow-process"), reads("event-workflow-task"), reads("item:*")];
  expect((await seenBy([process, tasks, items])).tasks).toMatchObject([{ name: "Quote", output: { price: 7 } }]);
  expect((await seenBy([process, tasks])).tasks[0]).not.toHaveProperty("output");
  expect(await seenBy([process, items])).not.toHaveProperty("tasks");
});
