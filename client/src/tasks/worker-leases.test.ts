import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestService } from "../../../server/src/testing/test-service.ts";
import { waitUntil } from "../../../server/src/testing/wait-until.ts";
import { verdictsOf } from "../../../server/src/workflows/testing/task-world.ts";
import { shareWorkflowService } from "../../../server/src/workflows/testing/workflow-world.ts";
import { ApiError } from "../api-error.ts";
import { type ErrorText, type FailingProxy, startFailingProxy } from "../testing/failing-proxy.ts";
import type { TaskHandler, WorkerOptions } from "./task-handler.ts";
import type { TaskWorker } from "./task-worker.ts";
import { buildTaskWorld, createGate, createHandler, type TaskWorld } from "./testing/external-tasks.ts";

let node: TestService;
let world: TaskWorld;
let proxy: FailingProxy;
let workers: TaskWorker[];

beforeAll(async () => {
  node = await shareWorkflowService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  world = await buildTaskWorld(node);
  proxy = await startFailingProxy(node.address);
  workers = [];
});

afterEach(async () => {
  proxy.evaluate(() => undefined);
  await Promise.all(workers.map((started) => started.stop()));
  await proxy.close();
});

/** Through the proxy. */
function startWorker(handler: TaskHandler, options?: WorkerOptions): TaskWorker {
  const started = world.weftBy(proxy.baseUrl).worker("external", handler, options);
  workers.push(started);
  return started;
}

async function buildTask(): Promise<string> {
  const [task] = await world.buildTasks(1);
  if (task === undefined) throw new Error("Task not found.");
  return task.id;
}

const away: ErrorText = { kind: "cut-connection" };
const isCallback = ({ path }: { readonly path: string }) => path.includes("/external-events/callback");
const isClaim = ({ path }: { readonly path: string }) => path.endsWith("/claims");
const isRenewal = ({ path }: { readonly path: string }) => path.endsWith("/claim");

describe("a lease", () => {
  test("is extended while the handler runs, however long", async () => {
    const taskId = await buildTask();
    const { handler, runs, finish } = createHandler();
    startWorker(handler, { leaseSeconds: 1 });
    await waitUntil("it has started", () => runs.length === 1);
    const others: string[] = [];
    workers.push(world.weft.worker("external", ({ id }) => void others.push(id)));

    await waitUntil("the lease was renewed often", () => proxy.calls.filter(isRenewal).length >= 5);
    finish();

    expect(await world.taskIn(taskId, "completed")).toMatchObject({ output: { by: "this one" } });
    expect(others).toEqual([]);
    expect(runs[0]?.aborted).toBe(false);
  });

  test("of a dead worker expires, and another worker handles its task", async () => {
    const taskId = await buildTask();
    const { handler, runs } = createHandler();
    const errors: unknown[] = [];
    startWorker(handler, { leaseSeconds: 1, onError: (error) => void errors.push(error) });
    await waitUntil("it has started", () => runs.length === 1);

    proxy.evaluate(() => away);
    workers.push(world.weft.worker("external", () => ({ by: "another" })));
    const ended = await world.taskIn(taskId, "completed");
    proxy.evaluate(() => undefined);
    await waitUntil("the first one is aborted", () => runs[0]?.aborted === true);
    await waitUntil("its owner is notified", () => errors.length > 0);

    expect(ended.output).toEqual({ by: "another" });
    expect(runs[0]?.reason).toBeInstanceOf(ApiError);
    expect(errors).toEqual([runs[0]?.reason]);
    expect(await verdictsOf(world.service, taskId)).toEqual(["SUCCESS applied"]);
  });

  test("ends with the task: a handler is aborted when its process is canceled, and its result is not sent", async () => {
    const taskId = await buildTask();
    const { handler, runs } = createHandler();
    startWorker(handler, { leaseSeconds: 1 });
    await waitUntil("it has started", () => runs.length === 1);

    const { processId } = await world.taskOf(taskId);
    await world.weft.call("cancel-event-workflow-process", { params: { id: processId } });
    await waitUntil("it is aborted", () => runs[0]?.aborted === true);

    await waitUntil("the worker claims other tasks", () => proxy.calls.filter(isClaim).length === 2);
    expect(proxy.calls.filter(isCallback)).toEqual([]);
    expect(await world.taskOf(taskId)).toMatchObject({ status: "canceled" });
  });

  test("is lost as soon as the service rejects an update of the handler", async () => {
    const taskId = await buildTask();
    const gate = createGate();
    const signals: AbortSignal[] = [];
    startWorker(async (_task, { signal, progress }) => {
      signals.push(signal);
      await gate.opened;
      await progress(50);
    });
    await waitUntil("it has started", () => signals.length === 1);

    await world.weft.tasks.fail({ taskId });
    gate.open();

    await waitUntil("it is aborted", () => signals[0]?.aborted === true);
    expect(signals[0]?.reason).toMatchObject({ status: 409 });
  });
});

describe("stopping", () => {
  test("takes at most one call for an idle worker", async () => {
    const idle = startWorker(() => {});
    await waitUntil("it claims tasks", () => proxy.calls.length === 1);
    const begunOn = Date.now();

    await idle.stop();
    await idle.finished;

    expect(Date.now() - begunOn).toBeLessThan(5_000);
  });

  test("claims no new tasks, and waits for running handlers", async () => {
    const [first, second] = [await buildTask(), await buildTask()];
    const { handler, runs, finish } = createHandler();
    const busy = startWorker(handler);
    await waitUntil("it has started", () => runs.length === 1);
    let isStopped = false;

    const stopping = busy.stop().then(() => {
      isStopped = true;
    });
    const isStoppedEarly = isStopped;
    finish();
    await stopping;

    expect(isStoppedEarly).toBe(false);
    expect(await world.taskOf(first)).toMatchObject({ status: "completed" });
    const left = await world.taskOf(second);
    expect(left.status).toBe("awaiting");
    expect(left.claim).toBeUndefined();
    expect(runs[0]?.aborted).toBe(false);
  });

  test("releases tasks that were claimed and not started, also after a lost response", async () => {
    const taskId = await buildTask();
    proxy.evaluate((call) => (isClaim(call) ? { kind: "swallow-answer" } : undefined));
    const worker = startWorker(() => {}, { leaseSeconds: 600 });
    await waitUntil("it has claimed", async () => (await world.taskOf(taskId)).claim !== undefined);

    await worker.stop();

    const task = await world.taskOf(taskId);
    expect(task.status).toBe("awaiting");
    expect(task.claim).toBeUndefined();
  });

  test("by the signal aborts handlers: the task of one that throws is released, the result of another is sent", async () => {
    const [first, second] = [await buildTask(), await buildTask()];
    const aborting = new AbortController();
    const begun: string[] = [];
    const handler: TaskHandler = async ({ id }, { signal }) => {
      begun.push(id);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      if (id === first) signal.throwIfAborted();
      return { done: true };
    };
    const errors: unknown[] = [];
    const options = { concurrency: 2, leaseSeconds: 600, signal: aborting.signal };
    const worker = startWorker(handler, { ...options, onError: (error) => void errors.push(error) });
    await waitUntil("both have started", () => begun.length === 2);

    aborting.abort(new Error("Closing time."));
    await worker.finished;

    const given = await world.taskOf(first);
    expect(given.status).toBe("awaiting");
    expect(given.claim).toBeUndefined();
    expect(await world.taskOf(second)).toMatchObject({ status: "completed", output: { done: true } });
    expect(errors).toEqual([]);
  });

  test("is possible before the start", async () => {
    await startWorker(() => {}, { signal: AbortSignal.abort() }).finished;

    expect(proxy.calls).toEqual([]);
  });
});
