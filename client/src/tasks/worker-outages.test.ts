import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { waitUntil } from "../../../server/src/testing/wait-until.ts";
import { textsOf, verdictsOf } from "../../../server/src/workflows/testing/task-world.ts";
import { shareWorkflowService } from "../../../server/src/workflows/testing/workflow-world.ts";
import { type FailingProxy, startFailingProxy } from "../testing/failing-proxy.ts";
import { Weft } from "../weft.ts";
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

const isCallback = ({ path }: { readonly path: string }) => path.includes("/external-events/callback");
const isClaim = ({ path }: { readonly path: string }) => path.endsWith("/claims");

describe("an outage", () => {
  test("with a restart of the service does not affect a worker", async () => {
    const other = await startTestService({}, node);
    const worker = world.weftBy(`${other.address}/api`).worker("external", () => ({ by: "survivor" }));
    const before = await buildTask();
    await world.taskIn(before, "completed");

    await other.stop();
    const meanwhile = await buildTask();
    const again = await startTestService({ PORT: new URL(other.address).port }, node);

    expect(await world.taskIn(meanwhile, "completed")).toMatchObject({ output: { by: "survivor" } });
    await worker.stop();
    await again.stop();
  });

  test("does not lose an outcome, log lines or progress", async () => {
    const taskId = await buildTask();
    const { opened, open } = createGate();
    startWorker(async (_task, { log, progress }) => {
      log("one");
      void progress(10);
      await opened;
      log("two");
      return { by: "patience" };
    });
    proxy.evaluate((call) => (isCallback(call) ? { kind: "refuse", status: 503 } : undefined));
    await waitUntil("it was rejected", () => proxy.calls.filter(isCallback).length >= 2);
    open();
    const refused = proxy.calls.filter(isCallback).length;
    await waitUntil("its outcome was rejected", () => proxy.calls.filter(isCallback).length >= refused + 2);

    proxy.evaluate(() => undefined);
    const ended = await world.taskIn(taskId, "completed");

    expect(ended).toMatchObject({ output: { by: "patience" }, progress: 10 });
    expect(textsOf(ended.logs)).toEqual(["one", "two"]);
  });

  test("with a lost response to an outcome does not apply it twice", async () => {
    const taskId = await buildTask();
    proxy.evaluate((call) => (isCallback(call) ? { kind: "swallow-answer" } : undefined));
    const errors: unknown[] = [];
    startWorker(() => ({ once: true }), { onError: (error) => void errors.push(error) });
    await waitUntil("it was sent twice", () => proxy.calls.filter(isCallback).length >= 2);

    proxy.evaluate(() => undefined);
    await waitUntil("the worker claims other tasks", () => proxy.calls.filter(isClaim).length >= 2);

    expect((await verdictsOf(world.service, taskId)).filter((verdict) => verdict !== "SUCCESS repeated")).toEqual([
      "SUCCESS applied",
    ]);
    expect(errors).toEqual([]);
  });
});

test("an outcome for a task that has already ended is reported to the owner, and dropped", async () => {
  const taskId = await buildTask();
  const { handler, runs, finish } = createHandler();
  const errors: [unknown, string | undefined][] = [];
  startWorker(handler, { onError: (error, task) => void errors.push([error, task?.id]) });
  await waitUntil("it has started", () => runs.length === 1);

  await world.weft.tasks.fail({ taskId, logs: "too late" });
  finish();
  await waitUntil("the owner is notified", () => errors.length > 0);

  expect(errors).toEqual([[expect.objectContaining({ status: 409 }), taskId]]);
  expect(await world.taskOf(taskId)).toMatchObject({ status: "failed" });
  const next = await buildTask();
  await world.taskIn(next, "completed");
});

test("a worker with a rejected key ends with the reason, and leaves no unhandled rejection", async () => {
  const errors: unknown[] = [];
  const stranger = new Weft({ apiKey: "wrong", orgSlug: world.service.first.orgSlug, baseUrl: proxy.baseUrl });
  const options: WorkerOptions = {
    onError: (error) => {
      errors.push(error);
      throw new Error("The owner has an error too.");
    },
  };
  const ended = stranger.worker("external", () => {}, options);

  await expect(ended.finished).rejects.toMatchObject({ status: 401 });
  await ended.stop();

  expect(errors).toMatchObject([{ status: 401 }]);
});
