import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../../access/testing/problem.ts";
import { buildKey, firstOrg } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { asCaller } from "../testing/own-org.ts";
import { type ReceivedCall, type Receiver, startReceiver } from "../testing/receiver.ts";
import {
  buildWorkflow,
  callBack,
  ended,
  processIn,
  run,
  shareWorkflowService,
  start,
} from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([shareWorkflowService(), startReceiver()]);
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

let seen: number;

beforeEach(() => {
  receiver.answer(() => ({}));
  seen = receiver.calls.length;
});

const calls = (): readonly ReceivedCall[] => receiver.calls.slice(seen);

function input(more: object = {}, config: object = {}) {
  return { tasks: [{ name: "call", action: "http", config: { url: receiver.url, ...config }, ...more }] };
}

describe("retries", () => {
  test("a failed call is retried after a delay with the same idempotency key", async () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    receiver.answer(() => (calls().length < 3 ? { status: 503 } : { body: { done: true } }));

    const retry = { attempts: 5, backoffSeconds: 0.1 };
    const process = await run(service, input({ retry }, { auth: { type: "hmac", secret } }), { body: 1 });

    const keys = calls().map(({ headers }) => [headers["idempotency-key"], headers["webhook-id"]]);
    const [task] = process.tasks;
    expect(process).toMatchObject({ status: "completed", taskOutputs: { call: { done: true } } });
    expect(task).toMatchObject({ attempt: 3, output: { done: true } });
    expect(keys).toEqual(Array(3).fill([task.idempotencyKey, task.idempotencyKey]));
    // 0.1 s before the first retry, twice that before the second.
    expect(Date.parse(task.endedOn) - Date.parse(task.startedOn)).toBeGreaterThanOrEqual(300);
  });

  test("a call that never succeeds fails when its attempts are exhausted", async () => {
    receiver.answer(() => ({ status: 500 }));

    const process = await run(service, input({ retry: { attempts: 2, backoffSeconds: 0 } }));

    expect(process).toMatchObject({ status: "failed", failure: { message: "The receiver returned 500." } });
    expect(process.tasks[0].attempt).toBe(3);
    expect(calls()).toHaveLength(3);
  });
});

describe("timeouts", () => {
  test("a call without a response is aborted, and the task times out", async () => {
    receiver.answer(() => new Promise(() => {}));

    const process = await run(service, input({ timeoutSeconds: 1 }));

    await waitUntil("the call is aborted", () => calls()[0]?.isAborted === true);
    expect(process).toMatchObject({ status: "failed", failure: { code: "timeout" } });
    expect(process.failure.message).toBe("The task timed out after 1 s.");
    expect(process.tasks[0].input).toEqual({ url: receiver.url });
  });

  test("the definition determines the effect of a timeout", async () => {
    receiver.answer(() => new Promise(() => {}));
    const onTimeout = { timeoutSeconds: 1, onTimeout: "complete", timeoutOutput: { order: "unknown" } };

    const process = await run(service, input(onTimeout));

    expect(process).toMatchObject({ status: "completed", taskOutputs: { call: { order: "unknown" } } });
    expect(process.tasks[0]).toMatchObject({ failure: { code: "timeout" }, outputSources: { "/order": "timeout" } });
  });

  test("canceling the process aborts its call", async () => {
    receiver.answer(() => new Promise(() => {}));
    const { id } = await start(service, await buildWorkflow(service, input()));
    await waitUntil("it is called", () => calls().length === 1);

    await service.call("POST", `/event-workflow-processes/${id}/cancel`);

    await waitUntil("the call is aborted", () => calls()[0]?.isAborted === true);
    expect(await ended(service, id)).toMatchObject({ status: "canceled", tasks: [{ status: "canceled" }] });
  });
});

describe("an async call", () => {
  /** The task that awaits its callback, the call that it made, and its token. */
  async function buildCalled(config: object = {}) {
    const event = { newData: { name: "Parka" } };
    const { id } = await start(service, await buildWorkflow(service, input({ async: true }, config)), event);
    const process = await processIn(service, id, "awaiting");
    const sent = receiver.calls.at(-1);
    const token = String(sent?.headers["x-weft-callback-token"]);
    return { process, task: process.tasks[0], sent, token, bearer: { authorization: `bearer ${token}` } };
  }

  test("carries the task, the callback URL and a token in its body and headers", async () => {
    const { process, task, sent, token } = await buildCalled();

    const callbackUrl = `${service.address}/api/external-events/callback/`;
    expect(sent?.body).toEqual({ ...process.triggerEvent, taskId: task.id, callbackUrl, callbackToken: token });
    expect(sent?.headers).toMatchObject({
      "x-weft-task-id": task.id,
      "x-weft-callback-url": callbackUrl,
      "x-weft-callback-token": expect.stringMatching(/\S{20,}/),
    });
  });

  test("carries them in a custom body by placeholders, and the token is not shown anywhere else", async () => {
    const body = {
      id: "{task.id}",
      url: "{task.callbackUrl}",
      token: "{task.callbackToken}",
      attempt: "{task.attempt}",
    };

    const { task, sent, token } = await buildCalled({ body });

    const { db } = service.database;
    const stored = await db.query({
      text: "select t::text from event_workflow_tasks t union all select a::text from access_tokens a",
      values: [],
    });
    expect(sent?.body).toEqual({ id: task.id, url: expect.stringContaining("/callback/"), token, attempt: 1 });
    expect(task.input.body).toMatchObject({ id: task.id, token: "…" });
    expect(JSON.stringify([task, stored, service.logLines])).not.toContain(token);
  });

  test("has its response as output at once, and the callback adds to it", async () => {
    receiver.answer(() => ({ status: 202, body: { order: { number: 7 }, state: "queued" } }));
    const { process, task, bearer } = await buildCalled();

    const before = process.taskOutputs.call;
    await callBack(service, { taskId: task.id, status: "SUCCESS", output: { state: "booked" } }, bearer);

    const after = await ended(service, process.id);
    expect(before).toEqual({ order: { number: 7 }, state: "queued" });
    expect(after.taskOutputs.call).toEqual({ order: { number: 7 }, state: "booked" });
  });

  test("that is rejected fails at once, without waiting for a callback", async () => {
    receiver.answer(() => ({ status: 422 }));

    const process = await run(service, input({ async: true }));

    expect(process).toMatchObject({ status: "failed", failure: { message: "The receiver returned 422." } });
  });

  test("has a token that is valid only for its own task", async () => {
    const { process, task, bearer } = await buildCalled();
    const other = await buildCalled();
    const guest = asCaller(service, { headers: bearer });
    const { body: item } = await service.call("POST", "/items", { body: { name: "Parka" } });
    const paths = [
      "/items",
      `/items/${item.id}`,
      "/org",
      "/change-history",
      "/change-consumers",
      "/statistics/changes",
      "/event-workflows",
      `/event-workflows/${process.eventWorkflowId}`,
      "/event-workflow-processes",
      `/event-workflow-processes/${process.id}`,
      "/event-workflow-tasks",
      `/event-workflow-tasks/${other.task.id}`,
      `/event-workflow-tasks/${other.task.id}/callbacks`,
      "/users",
    ];

    const answers: Json[] = [];
    for (const path of paths) {
      answers.push((await guest.call("GET", path)).body.code);
    }
    const foreign = await callBack(service, { taskId: other.task.id, status: "FAILURE" }, bearer);
    const subtext = await guest.call("PUT", `/event-workflow-tasks/${other.task.id}`, { body: { subtext: "x" } });
    const retry = await guest.call("POST", `/event-workflow-tasks/${other.task.id}/retry`);
    const own = await guest.call("GET", `/event-workflow-tasks/${task.id}`);
    const done = await callBack(service, { taskId: task.id, status: "SUCCESS" }, bearer);

    expect(answers).toEqual(paths.map(() => "not-found"));
    expect([foreign, subtext, retry]).toMatchObject([problem("not-found"), problem("not-found"), problem("not-found")]);
    expect([own.status, own.body.id, done.status]).toEqual([200, task.id, 200]);
    expect(await ended(service, process.id)).toMatchObject({ status: "completed" });
  });

  test("is not made for a deleted owner", async () => {
    const key = await buildKey(service, await firstOrg(service));
    const workflow = await buildWorkflow(asCaller(service, key), input({ async: true }));
    await service.call("DELETE", `/api-keys/${key.id}`);
    const removal = await service.call("DELETE", `/apps/${workflow.createdById}`);

    const process = await ended(service, (await start(service, workflow)).id);

    expect(removal.status).toBe(204);
    expect(process).toMatchObject({ status: "failed", failure: { code: "stopped" } });
    expect(process.failure.message).toContain("Take it over");
    expect(calls()).toEqual([]);
  });
});
