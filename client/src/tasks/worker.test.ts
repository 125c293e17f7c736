import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../../server/src/platform/database/sql.ts";
import type { TestService } from "../../../server/src/testing/test-service.ts";
import { waitUntil } from "../../../server/src/testing/wait-until.ts";
import { textsOf } from "../../../server/src/workflows/testing/task-world.ts";
import { shareWorkflowService } from "../../../server/src/workflows/testing/workflow-world.ts";
import { login, worker } from "../session.ts";
import type { TaskHandler, WorkerOptions } from "./task-handler.ts";
import type { TaskWorker } from "./task-worker.ts";
import { buildTaskWorld, createGate, type TaskWorld } from "./testing/external-tasks.ts";

let node: TestService;
let world: TaskWorld;
let workers: TaskWorker[];

beforeAll(async () => {
  node = await shareWorkflowService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  world = await buildTaskWorld(node);
  workers = [];
});

afterEach(() => Promise.all(workers.map((started) => started.stop())));

function startWorker(handler: TaskHandler, options?: WorkerOptions): TaskWorker {
  const started = world.weft.worker("external", handler, options);
  workers.push(started);
  return started;
}

describe("a handler", () => {
  test("gets the task with its input, and its result becomes the output", async () => {
    const [task] = await world.buildTasks(1, { config: { style: "{number}" } });

    startWorker(async ({ input }) => ({ greeting: `Hello ${input?.["style"]}` }));

    expect(await world.taskIn(task?.id ?? "", "completed")).toMatchObject({ output: { greeting: "Hello 0" } });
  });

  test("without a result completes its task", async () => {
    const [task] = await world.buildTasks(1);
    startWorker(() => {});

    expect(await world.taskIn(task?.id ?? "", "completed")).toMatchObject({ status: "completed" });
  });

  test("that throws fails its task with the message as the last line, and the worker continues", async () => {
    const [first, second] = await world.buildTasks(2);
    const reported: unknown[] = [];
    const thrown = new Error("The factory is closed.");
    startWorker(
      async ({ id }, { log }) => {
        log("asking");
        if (id === first?.id) throw thrown;
      },
      { onError: (error, task) => void reported.push(error, task?.id) },
    );

    const failed = await world.taskIn(first?.id ?? "", "failed");
    await world.taskIn(second?.id ?? "", "completed");

    expect(failed.failure).toMatchObject({ code: "error", message: "The factory is closed." });
    expect(textsOf(failed.logs)).toEqual(["asking", "The factory is closed."]);
    expect(reported).toEqual([thrown, first?.id]);
  });

  test.each([
    ["a value that JSON cannot represent", () => ({ amount: 12n })],
    ["a list", () => [1, 2]],
    ["a character that cannot be stored", () => ({ text: "\0" })],
  ])("that returns %s fails its task instead of being called again and again", async (_name, handler) => {
    const [task] = await world.buildTasks(1);
    startWorker(handler);

    const { logs } = await world.taskIn(task?.id ?? "", "failed");

    expect(textsOf(logs)[0]).toBe("The service rejected the result of the handler:");
  });

  test("reports progress, and its lines arrive in order", async () => {
    const [task] = await world.buildTasks(1);
    const gate = createGate();
    startWorker(async (_task, { progress, log }) => {
      log("one");
      log("two");
      await progress(33.3, "A third");
      await gate.opened;
      log("three\u0000");
      log("x".repeat(20_000));
      void progress(250, "é".repeat(3_000));
      void progress(Number.NaN);
      return {};
    });

    await waitUntil("the progress is reported", async () => (await world.taskOf(task?.id ?? "")).progress === 33);
    const halfWay = await world.taskOf(task?.id ?? "");
    gate.open();
    const ended = await world.taskIn(task?.id ?? "", "completed");

    expect(halfWay.subtext).toBe("A third");
    expect(textsOf(halfWay.logs)).toEqual(["one", "two"]);
    expect(textsOf(ended.logs)).toEqual(["one", "two", "three\ufffd", "x".repeat(16_380)]);
    expect(ended).toMatchObject({ progress: 100, subtext: "é".repeat(2_000) });
  });

  test("can log more than fits into one call", async () => {
    const [task] = await world.buildTasks(1);
    const lines = Array.from({ length: 2_500 }, (_, number) => `line ${number}`);
    startWorker((_task, { log }) => {
      for (const line of lines) log(line);
    });

    const { logs } = await world.taskIn(task?.id ?? "", "completed");

    expect(textsOf(logs)).toEqual(lines);
  });
});

test.each([
  ["completes its task", () => ({ cost: 12 }), { status: "completed", output: { cost: 12 } }],
  [
    "fails its task",
    () => {
      throw new Error("The factory is closed.");
    },
    { status: "failed", failure: { message: "The factory is closed." } },
  ],
])("a handler with more logs than a task can store still %s", async (_name, end, outcome) => {
  const [task] = await world.buildTasks(1);
  // As if they had been logged already.
  await node.database.db.query(sql`
    update event_workflow_tasks set log_bytes = ${10 * 1024 * 1024} where id = ${task?.id ?? ""}`);
  const errors: unknown[] = [];
  startWorker(
    (_task, { log }) => {
      for (let line = 0; line < 2_500; line++) log(`line ${line}`);
      return end();
    },
    { onError: (error) => void errors.push(error) },
  );

  expect(await world.taskIn(task?.id ?? "", "completed", "failed")).toMatchObject(outcome);
  expect(errors).toContainEqual(expect.objectContaining({ status: 400 }));
});

describe("several workers", () => {
  test("share 40 tasks, and none is handled twice", async () => {
    await world.buildTasks(40);
    const handled: string[] = [];
    const counts = [0, 0];
    for (const number of [0, 1]) {
      const handler: TaskHandler = ({ id }) => {
        handled.push(id);
        counts[number] = (counts[number] ?? 0) + 1;
      };
      startWorker(handler, { concurrency: 3 });
    }

    await waitUntil("all are completed", async () => {
      const { total } = await world.weft.tasks.list({ criteria: { status: "completed" }, includeTotal: true });
      return total === 40;
    });

    expect(handled).toHaveLength(40);
    expect(new Set(handled).size).toBe(40);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test("get only the tasks with their names", async () => {
    const [[paint], [sew]] = [await world.buildTasks(1, { name: "paint" }), await world.buildTasks(1, { name: "sew" })];
    startWorker(() => ({ by: "painter" }), { names: ["paint", "varnish"] });
    startWorker(() => ({ by: "sewer" }), { names: ["sew"] });

    const ended = [await world.taskIn(paint?.id ?? "", "completed"), await world.taskIn(sew?.id ?? "", "completed")];

    expect(ended.map(({ output }) => output)).toEqual([{ by: "painter" }, { by: "sewer" }]);
  });
});

test("at most the configured number of handlers run concurrently", async () => {
  await world.buildTasks(5);
  const gates = Array.from({ length: 5 }, createGate);
  let begun = 0;
  startWorker(() => gates[begun++]?.opened, { concurrency: 2 });
  await waitUntil("two have started", () => begun === 2);

  gates[0]?.open();
  await waitUntil("a third has started", () => begun === 3);
  const { results } = await world.weft.tasks.list({ criteria: { status: "awaiting" } });

  expect(results.filter(({ claim }) => claim !== undefined)).toHaveLength(2);
  for (const { open } of gates) open();
});

test("the session of login has a worker too", async () => {
  const { apiKey, orgSlug } = world.service.first;
  await login({ apiKey, orgSlug, baseUrl: `${node.address}/api` });
  const [task] = await world.buildTasks(1);

  const started = worker("external", () => ({ by: "module" }));

  expect(await world.taskIn(task?.id ?? "", "completed")).toMatchObject({ output: { by: "module" } });
  await started.stop();
  await started.finished;
});
