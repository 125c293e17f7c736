import { entityKinds, type Right } from "@weft/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { problem } from "../../access/testing/problem.ts";
import { buildKey } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { asCaller, inOwnOrg, type OrgService, processesOf } from "../testing/own-org.ts";
import { buildWorkflow, ended, shareWorkflowService } from "../testing/workflow-world.ts";

let node: TestService;
let service: OrgService;
let attacker: OrgService;

beforeAll(async () => {
  node = await shareWorkflowService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  service = await inOwnOrg(node);
  const rights: Right[] = [{ verbs: ["read", "create"], typePath: "event-workflow-process" }];
  attacker = asCaller(service, await buildKey(node, service.org, { rights }));
});

const echo = { name: "echo", action: "script", config: { code: "return { seen: event };" } };

const systemKeys = [
  ...entityKinds.flatMap(({ name }) => ["create", "update", "delete"].map((action) => `${name}|${action}`)),
  "assortment|publish",
  "loader-process|completed",
  "event-workflow-process|failed",
  "event-workflow-task|completed",
  "webhook|0123456789abcdef",
  "cron|* * * * *",
  "audit|sign-in",
  "user|create",
  // Spellings that a receiver could mistake for those of the service.
  "Item|update",
  "items|update",
  "item |update",
  "custom-entity:supplier|create",
];

test.each(systemKeys)("%s cannot be raised by a caller", async (key) => {
  const [eventType = "", actionType = ""] = key.split("|");
  const data = { id: "x", typePath: "item", status: "approved" };

  const answers = [
    await attacker.call("POST", "/external-events", { body: { eventType, actionType, newData: data, oldData: {} } }),
    await attacker.call("POST", "/event-workflow-requests", { body: { triggerKey: key, event: { newData: data } } }),
    await attacker.call("POST", "/event-workflow-requests/synchronous/", { body: { triggerKey: key } }),
  ];

  for (const answer of answers) {
    expect(answer).toMatchObject(problem("invalid-request", { detail: expect.stringContaining("manual|<key>") }));
  }
  expect(answers.map(({ body }) => body.errors[0].pointer)).toEqual(["#/eventType", "#/triggerKey", "#/triggerKey"]);
});

test("an update of an item cannot be forged to have a workflow write to it", async () => {
  const { body: item } = await service.call("POST", "/items", { body: { name: "Parka", status: "draft", cost: 5 } });
  const workflow = await buildWorkflow(service, {
    triggers: ["item|update"],
    tasks: [
      {
        name: "set",
        action: "update-entity",
        config: { entityName: "item", id: "{newData.id}", object: { margin: "{newData.cost}" } },
      },
    ],
  });
  const newData = { id: item.id, status: "approved", cost: -5 };

  await attacker.call("POST", "/external-events", {
    body: { eventType: "item", actionType: "update", newData, oldData: {} },
  });

  expect(await processesOf(service, workflow)).toEqual([]);
  expect((await service.call("GET", `/items/${item.id}`)).body.margin).toBeUndefined();
});

test("the secret of an inbound webhook cannot be bypassed", async () => {
  const { body: hook } = await service.call("POST", "/inbound-webhooks", { body: { name: "Shop" } });
  const workflow = await buildWorkflow(service, { triggers: [hook.triggerKey], tasks: [echo] });

  await service.call("POST", "/event-workflow-requests", { body: { triggerKey: hook.triggerKey } });
  const called = await service.call("POST", `/trigger-webhooks/${hook.id}`, {
    body: { order: 1 },
    headers: { "x-webhook-secret": hook.secret },
  });

  expect(called.status).toBe(202);
  expect(await processesOf(service, workflow)).toHaveLength(1);
});

test("newData, oldData and entityReference of an external event are plain data", async () => {
  const workflow = await buildWorkflow(service, { triggers: ["order|shipped"], tasks: [echo] });
  const data = {
    newData: { id: "x", typePath: "item", cost: 47.11 },
    oldData: { typePath: "item:shoe" },
    propertyDiffs: { cost: { newValue: 1 } },
    entityReference: "item:x",
  };

  const { status, body } = await attacker.call("POST", "/external-events", {
    body: { eventType: "order", actionType: "shipped", ...data },
  });
  const [started] = await processesOf(service, workflow);
  await ended(service, started.id);
  const { body: seen } = await attacker.call("GET", `/event-workflow-processes/${started.id}`);

  expect(status).toBe(201);
  expect(body.results[0].triggerEvent).toMatchObject(data);
  // The caller has no right on items, but still sees the data that they sent.
  expect(seen.triggerEvent).toMatchObject(data);
  expect(seen.triggerEvent.changeId).toBeUndefined();
  expect(seen.taskOutputs.echo.seen).toMatchObject(data);
});

test("a webhook for system events does not receive events raised by callers", async () => {
  const url = "https://receiver.example/hook";
  const { body: webhook } = await service.call("POST", "/webhooks", {
    body: { url, events: ["item|*", "order|shipped"], auth: { type: "none" } },
  });

  await service.call("POST", "/external-events", { body: { eventType: "item", actionType: "update", newData: {} } });
  await service.call("POST", "/external-events", { body: { eventType: "order", actionType: "shipped" } });

  const criteria = encodeURIComponent(JSON.stringify({ webhookId: webhook.id }));
  await waitUntil("the delivery is there", async () => {
    const { body } = await service.call("GET", `/webhook-deliveries?criteria=${criteria}`);
    return body.results.length > 0;
  });
  const { body } = await service.call("GET", `/webhook-deliveries?criteria=${criteria}`);
  expect(body.results.map(({ type }: { type: string }) => type)).toEqual(["order|shipped"]);
});
