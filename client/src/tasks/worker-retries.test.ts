import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestService } from "../../../server/src/testing/test-service.ts";
import { textsOf } from "../../../server/src/workflows/testing/task-world.ts";
import { buildWorkflow, shareWorkflowService, start } from "../../../server/src/workflows/testing/workflow-world.ts";
import { type FailingProxy, startFailingProxy } from "../testing/failing-proxy.ts";
import { RetryLater } from "./retry-later.ts";
import type { TaskHandler } from "./task-handler.ts";
import type { TaskWorker } from "./task-worker.ts";
import { buildTaskWorld, type TaskWorld } from "./testing/external-tasks.ts";

let node: TestService;
let proxy: FailingProxy;
let world: TaskWorld;
let worker: TaskWorker | undefined;
let reported: unknown[];

beforeAll(async () => {
  node = await shareWorkflowService();
  proxy = await startFailingProxy(node.address);
});

afterAll(async () => {
  await proxy.close();
  await node.stop();
});

beforeEach(async () => {
  world = await buildTaskWorld(node);
  reported = [];
});

afterEach(async () => {
  await worker?.stop();
  proxy.evaluate(() => undefined);
});

function startWorker(handler: TaskHandler): void {
  const onError = (error: unknown) => void reported.push(error);
  worker = world.weftBy(proxy.baseUrl).worker("external", handler, { onError });
}

/** Throws in the first attempt, and succeeds in the second. */
function failingOnce(error: Error): TaskHandler {
  let attempts = 0;
  return (_task, { log }) => {
    attempts += 1;
    log(`attempt ${attempts}`);
    if (attempts === 1) throw error;
    return { attempts };
  };
}

test("a handler that throws RetryLater gets the task again later, and nothing fails", async () => {
  const [{ id } = { id: "" }] = await world.buildTasks(1);

  startWorker(failingOnce(new RetryLater("The mill is down.", { afterSeconds: 1 })));

  const task = await world.taskIn(id, "completed", "failed");
  expect(task).toMatchObject({ status: "completed", attempt: 1, output: { attempts: 2 } });
  expect(textsOf(task.logs ?? [])).toEqual(expect.arrayContaining(["attempt 1", "The mill is down.", "attempt 2"]));
  expect(reported).toEqual([]);
});

test("after any other error the retry policy of the task applies", async () => {
  const tasks = [{ name: "ask", action: "external", config: {}, retry: { attempts: 2, backoffSeconds: 1 } }];
  const { id: processId } = await start(world.service, await buildWorkflow(world.service, { tasks }), {});
  const thrown = new Error("ECONNREFUSED");

  startWorker(failingOnce(thrown));

  const ended = await world.weft.workflows.untilEnded({ processId });
  const { results } = await world.weft.tasks.list({ criteria: { processId } });
  expect(ended.status).toBe("completed");
  expect(results[0]).toMatchObject({ attempt: 2, output: { attempts: 2 } });
  expect(reported).toEqual([thrown]);
});

test("a release whose response is lost is not an error", async () => {
  const [{ id } = { id: "" }] = await world.buildTasks(1);
  let lost = 0;
  proxy.evaluate(({ path }) => {
    const isLost = path.endsWith("/release") && lost === 0;
    lost += isLost ? 1 : 0;
    return isLost ? { kind: "swallow-answer" } : undefined;
  });

  startWorker(failingOnce(new RetryLater("Later.", { afterSeconds: 1 })));

  expect((await world.taskIn(id, "completed", "failed")).status).toBe("completed");
  expect([lost, reported]).toEqual([1, []]);
});

test.each([new RetryLater("Later."), new Error("Not now.")])(
  "with a service that only knows callbacks, %s fails the task",
  async (error) => {
    const [{ id } = { id: "" }] = await world.buildTasks(1);
    proxy.evaluate(({ path }) => (/\/(?:release|fail)$/.test(path) ? { kind: "refuse", status: 404 } : undefined));

    startWorker(failingOnce(error));

    const task = await world.taskIn(id, "completed", "failed");
    expect([task.status, textsOf(task.logs ?? []).at(-1)]).toEqual(["failed", error.message]);
  },
);

test.each([0, -1, Number.NaN, 86_401])("a delay of %d seconds is rejected", (afterSeconds) => {
  expect(() => new RetryLater("Later.", { afterSeconds })).toThrow(RangeError);
});
