import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { problem } from "../../access/testing/problem.ts";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { inOwnOrg, type OrgService, processesOf } from "../testing/own-org.ts";
import { buildWorkflow, callBack, ended, processIn, shareWorkflowService } from "../testing/workflow-world.ts";

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

const echo = { name: "echo", action: "script", config: { code: "console.log('hello'); return { got: event.body };" } };

function listen(input: object): Promise<Json> {
  return buildWorkflow(service, { tasks: [wait], ...input });
}

function runOne(body: object) {
  return service.call("POST", "/event-workflow-requests/synchronous/", { body });
}

afterEach(() => {
  vi.useRealTimers();
});

test("a waiting caller gets the process with its tasks, whether it succeeded or failed", async () => {
  await listen({ triggers: ["manual|good"], tasks: [echo] });
  await listen({ triggers: ["manual|bad"], tasks: [{ ...echo, config: { code: "throw new Error('no');" } }] });

  const good = await runOne({ triggerKey: "manual|good", event: { body: [1] } });
  const bad = await runOne({ triggerKey: "manual|bad" });

  expect(good).toMatchObject({ status: 200, body: { status: "completed", taskOutputs: { echo: { got: [1] } } } });
  expect(good.body.tasks).toMatchObject([{ name: "echo", logs: [expect.stringMatching(/^\S+Z hello$/)] }]);
  expect(bad).toMatchObject({ status: 200, body: { status: "failed", tasks: [{ status: "failed" }] } });
});

test("a synchronous start needs one workflow: if several match, none starts until one is chosen", async () => {
  const [first, second] = [
    await listen({ triggers: ["manual|go"], tasks: [echo] }),
    await listen({ triggers: ["manual|go"], tasks: [echo] }),
  ];

  const several = await runOne({ triggerKey: "manual|go" });
  const nobody = await runOne({ triggerKey: "manual|stay" });
  const chosen = await runOne({ triggerKey: "manual|go", eventWorkflowId: second.id });

  expect(several).toMatchObject(problem("conflict", { detail: expect.stringContaining("Send eventWorkflowId.") }));
  expect(nobody).toMatchObject(problem("invalid-request"));
  expect(chosen).toMatchObject({ status: 200, body: { eventWorkflowId: second.id } });
  expect(await processesOf(service, first)).toEqual([]);
});

test("the wait ends after 30 seconds, and the process continues", async () => {
  const workflow = await listen({ triggers: ["manual|go"] });
  const asking = runOne({ triggerKey: "manual|go" });
  await waitUntil("it waits", async () => (await processesOf(service, workflow))[0]?.status === "awaiting");
  const [process] = await processesOf(service, workflow);

  // Moves the clock instead of waiting; the change of the subtext makes the request check it.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
  await service.call("PUT", `/event-workflow-tasks/${process.tasks[0].id}`, { body: { subtext: "still waiting" } });
  const answer = await asking;
  vi.useRealTimers();
  await callBack(service, { taskId: process.tasks[0].id, status: "SUCCESS" });

  expect(answer).toMatchObject(problem("still-running", { processId: process.id }));
  expect(answer.status).toBe(504);
  expect(await ended(service, process.id)).toMatchObject({ status: "completed" });
});

test("the process continues when its caller disconnects", async () => {
  const workflow = await listen({ triggers: ["manual|go"] });
  const leaving = new AbortController();
  const asking = fetch(`${service.address}/api/event-workflow-requests/synchronous`, {
    method: "POST",
    headers: { ...service.key.headers, "content-type": "application/json" },
    body: JSON.stringify({ triggerKey: "manual|go" }),
    signal: leaving.signal,
  }).catch(() => "gone");
  await waitUntil("it has started", async () => (await processesOf(service, workflow)).length === 1);
  const [process] = await processesOf(service, workflow);

  leaving.abort();

  expect(await asking).toBe("gone");
  expect(await processIn(service, process.id, "awaiting")).toMatchObject({ status: "awaiting" });
});
