import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../../access/testing/problem.ts";
import type { TestService } from "../../testing/test-service.ts";
import { inOwnOrg, type OrgService, processesOf } from "../testing/own-org.ts";
import { buildWorkflow, shareWorkflowService } from "../testing/workflow-world.ts";

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

function listen(input: object): Promise<Json> {
  return buildWorkflow(service, { tasks: [wait], ...input });
}

function request(body: object, headers: Record<string, string> = {}) {
  return service.call("POST", "/event-workflow-requests", { body, headers });
}

function raise(body: object, headers: Record<string, string> = {}) {
  return service.call("POST", "/external-events", { body, headers });
}

const idsIn = ({ body }: { body: Json }): string[] => body.results.map(({ id }: Json) => id);

describe("a manual start", () => {
  test("starts all workflows with the key, with the event that was sent", async () => {
    const [first, second] = [await listen({ triggers: ["manual|go"] }), await listen({ triggers: ["manual|go"] })];
    await listen({ triggers: ["manual|stay"] });

    const answer = await request({ triggerKey: "manual|go", event: { body: { a: 1 }, triggerKey: "manual|other" } });

    expect(answer.status).toBe(201);
    expect(answer.body.results.map(({ eventWorkflowId }: Json) => eventWorkflowId)).toEqual([first.id, second.id]);
    for (const process of answer.body.results) {
      expect(process).toMatchObject({ status: "pending", triggerKey: "manual|go", taskOutputs: {} });
      expect(process.triggerEvent).toEqual({ triggerKey: "manual|go", occurredOn: expect.any(String), body: { a: 1 } });
    }
  });

  test("eventWorkflowId selects one of the matching workflows", async () => {
    const [, second] = [await listen({ triggers: ["manual|go"] }), await listen({ triggers: ["manual|go"] })];
    const other = await listen({ triggers: ["manual|else"] });

    const chosen = await request({ triggerKey: "manual|go", eventWorkflowId: second.id });
    const deaf = await request({ triggerKey: "manual|go", eventWorkflowId: other.id });

    expect(chosen.body.results).toMatchObject([{ eventWorkflowId: second.id }]);
    expect(deaf).toMatchObject(problem("invalid-request"));
  });

  test("a key without workflows is rejected, and the nearest key is suggested", async () => {
    await listen({ triggers: ["manual|approve"] });
    await listen({ triggers: ["manual|aprove"], isActive: false });

    const near = await request({ triggerKey: "manual|aprove" });
    const far = await request({ triggerKey: "order|shipped" });

    expect(near).toMatchObject(problem("invalid-request"));
    expect(near.body.errors).toEqual([
      {
        pointer: "#/triggerKey",
        code: "invalid-value",
        detail: "No active workflow listens to manual|aprove. Did you mean manual|approve?",
      },
    ]);
    expect(far.body.errors[0].detail).toContain("Add the key to the triggers of a workflow.");
  });

  test("a conditional that is false for the event is a conflict, and nothing starts", async () => {
    const workflow = await listen({ triggers: ["manual|go"], conditional: "{body.a} > 1" });

    const refused = await request({ triggerKey: "manual|go", event: { body: { a: 1 } } });
    const broken = await request({ triggerKey: "manual|go", event: { body: null } });
    await listen({ triggers: ["manual|go"] });
    const one = await request({ triggerKey: "manual|go", event: { body: { a: 1 } } });

    expect(refused).toMatchObject(problem("conflict", { detail: expect.stringContaining("conditional") }));
    expect(broken).toMatchObject(problem("conflict"));
    expect(one.body.results).toHaveLength(1);
    expect(await processesOf(service, workflow)).toEqual([]);
  });

  test("a conditional that cannot be evaluated results in a failed process", async () => {
    await listen({ triggers: ["manual|go"], conditional: "{body.tags}.includes('x')" });

    const answer = await request({ triggerKey: "manual|go" });

    expect(answer).toMatchObject({
      status: 201,
      body: { results: [{ status: "failed", failure: { code: "error" } }] },
    });
  });

  test("an invalid body is rejected with its pointer", async () => {
    const answers = [
      await request({}),
      await request({ triggerKey: "manual" }),
      await request({ triggerKey: "manual|go", event: [] }),
      await request({ triggerKey: "manual|go", evnt: {} }),
      await request({ triggerKey: "manual|go", eventWorkflowId: "?" }),
    ];

    const pointers = answers.map(({ status, body }) => [status, body.errors?.[0].pointer]);
    expect(pointers).toEqual(
      ["triggerKey", "triggerKey", "event", "evnt", "eventWorkflowId"].map((at) => [400, `#/${at}`]),
    );
  });

  test("a repeated Idempotency-Key starts nothing more and returns the same response", async () => {
    const workflow = await listen({ triggers: ["manual|go"] });
    const body = { triggerKey: "manual|go", event: { body: 1 } };
    const key = { "idempotency-key": "once" };

    const first = await request(body, key);
    const again = await request(body, key);
    const other = await request({ ...body, event: { body: 2 } }, key);

    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(other).toMatchObject(problem("idempotency-key-reused"));
    expect(await processesOf(service, workflow)).toHaveLength(1);
  });

  test("of many simultaneous requests with the same Idempotency-Key one starts a process", async () => {
    const workflow = await listen({ triggers: ["manual|go"] });
    const body = { triggerKey: "manual|go" };

    const answers = await Promise.all(Array.from({ length: 8 }, () => request(body, { "idempotency-key": "rush" })));

    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await processesOf(service, workflow)).toHaveLength(1);
  });
});

describe("external events", () => {
  test("start workflows for eventType|actionType, and the rest is the event", async () => {
    const workflow = await listen({ triggers: ["order|shipped"], conditional: "{carrier} === 'DHL'" });

    const answer = await raise({ eventType: "order", actionType: "shipped", carrier: "DHL", lines: [{ sku: 1 }] });
    const unmet = await raise({ eventType: "order", actionType: "shipped", carrier: "UPS" });

    expect(answer.status).toBe(201);
    expect(answer.body.results).toMatchObject([{ eventWorkflowId: workflow.id, status: "pending" }]);
    expect(answer.body.results[0].triggerEvent).toEqual({
      triggerKey: "order|shipped",
      occurredOn: expect.any(String),
      changeSetId: expect.any(String),
      carrier: "DHL",
      lines: [{ sku: 1 }],
    });
    expect(unmet).toMatchObject({ status: 201, body: { results: [] } });
  });

  test("without a matching workflow are not an error", async () => {
    const answer = await raise({ eventType: "order", actionType: "lost" });

    expect(answer).toMatchObject({ status: 201, body: { results: [] } });
  });

  test("start workflows with manual triggers", async () => {
    const byHand = await listen({ triggers: ["manual|go"] });

    const answer = await raise({ eventType: "manual", actionType: "go" });

    expect(idsIn(answer)).toEqual([(await processesOf(service, byHand))[0].id]);
  });

  test("cannot set the members that the service sets", async () => {
    await listen({ triggers: ["order|shipped"] });

    const { body } = await raise({
      eventType: "order",
      actionType: "shipped",
      triggerKey: "item|delete",
      changeSetId: "x",
    });

    expect(body.results[0].triggerEvent.triggerKey).toBe("order|shipped");
    expect(body.results[0].triggerEvent.changeSetId).not.toBe("x");
  });

  test("are raised once per Idempotency-Key, and any number of times without", async () => {
    const workflow = await listen({ triggers: ["order|shipped"] });
    const body = { eventType: "order", actionType: "shipped" };

    const first = await raise(body, { "idempotency-key": "order-1" });
    const again = await raise(body, { "idempotency-key": "order-1" });
    await raise(body);
    await raise(body);

    expect(idsIn(again)).toEqual(idsIn(first));
    expect(await processesOf(service, workflow)).toHaveLength(3);
  });

  test.each([
    ["no type", { actionType: "x" }, "#/eventType"],
    ["a bar in the type", { eventType: "a|b", actionType: "x" }, "#/eventType"],
    ["no action", { eventType: "x" }, "#/actionType"],
  ])("with %s are rejected", async (_name, body, pointer) => {
    const answer = await raise(body);

    expect(answer).toMatchObject(problem("invalid-request"));
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });
});
