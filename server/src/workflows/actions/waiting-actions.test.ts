import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../../testing/test-service.ts";
import {
  buildWorkflow,
  callBack,
  ended,
  processIn,
  run,
  shareWorkflowService,
  start,
} from "../testing/workflow-world.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareWorkflowService();
});

afterAll(() => service.stop());

const delay = (seconds: unknown) => ({ name: "delay", action: "delay", config: { seconds } });
const echo = (placeholder: string) => ({
  name: "echo",
  action: "script",
  config: { code: "return config;", got: placeholder },
});

test("a delay waits for the given time and shows when it ends", async () => {
  const process = await run(
    service,
    { tasks: [delay("{body.seconds}"), echo("{tasks.delay.output.waitedUntil}")] },
    { body: { seconds: 0.3 } },
  );

  const [waited] = process.tasks;
  expect(process.status).toBe("completed");
  expect(Date.parse(waited.endedOn) - Date.parse(waited.startedOn)).toBeGreaterThanOrEqual(300);
  expect(process.taskOutputs.echo.got).toBe(waited.output.waitedUntil);
  expect(Date.parse(waited.endedOn)).toBeGreaterThanOrEqual(Date.parse(waited.output.waitedUntil));
});

test("a long delay holds no resources, and ends when its process is canceled", async () => {
  const { id } = await start(service, await buildWorkflow(service, { tasks: [delay(86_400)] }));
  const running = await processIn(service, id, "running");

  await service.call("POST", `/event-workflow-processes/${id}/cancel`);

  const process = await ended(service, id);
  expect(running.tasks[0].status).toMatch(/pending|running/);
  expect(process).toMatchObject({ status: "canceled", tasks: [{ status: "canceled" }] });
});

test.each([
  ["no number", "soon"],
  ["less than nothing", -1],
  ["more than 90 days", 90 * 86_400 + 1],
  ["nothing", undefined],
])("a delay of %s from the event fails with a clear message", async (_name, seconds) => {
  const process = await run(service, { tasks: [delay("{body.seconds}")] }, { body: { seconds } });

  expect(process).toMatchObject({ status: "failed", failure: { code: "error" } });
  expect(process.failure.message).toContain("config.seconds");
});

test("an external task waits for an external worker, which reads its input and sends its output", async () => {
  const tasks = [
    { name: "Check stock", action: "external", config: { sku: "{body.sku}", lines: ["{body.count}"] } },
    echo("{tasks.Check stock.output.inStock}"),
  ];
  const { id } = await start(service, await buildWorkflow(service, { tasks }), { body: { sku: "P-1", count: 3 } });
  await processIn(service, id, "awaiting");
  const criteria = encodeURIComponent(JSON.stringify({ status: "awaiting", processId: id }));
  const { body: work } = await service.call("GET", `/event-workflow-tasks?criteria=${criteria}`);

  const [{ id: taskId, input, async: isAsync }] = work.results;
  await callBack(service, { taskId, status: "SUCCESS", output: { inStock: true } });

  const process = await ended(service, id);
  expect(work.results).toHaveLength(1);
  expect([input, isAsync]).toEqual([{ sku: "P-1", lines: [3] }, true]);
  expect(process).toMatchObject({ status: "completed", taskOutputs: { echo: { got: true } } });
});

test("an action that this node does not have fails its task with a clear message", async () => {
  const { id, triggers } = await buildWorkflow(service, { tasks: [delay(0)] });
  const versions = { text: "update event_workflow_versions set definition = $1 where workflow_id = $2", values: [] };
  const definition = { triggers, conditional: null, description: null, maxConcurrentProcesses: 1, reentrant: false };
  const tasks = [{ name: "Resize", action: "resize-image", async: false, config: {} }];
  await service.database.db.query({ ...versions, values: [JSON.stringify({ ...definition, tasks }), id] });

  const process = await ended(service, (await start(service, { id, triggers })).id);

  expect(process.failure.message).toBe("This node has no action resize-image. Ask the operator for the module.");
});
