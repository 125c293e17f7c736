import { messages } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { buildWebhookWorld, shareOutboundService, type WebhookWorld } from "./testing/webhook-world.ts";

let service: TestService;
let world: WebhookWorld & { close(): Promise<void> };

beforeAll(async () => {
  service = await shareOutboundService();
  world = await buildWebhookWorld(service);
});

afterAll(async () => {
  await world.close();
  await service.stop();
});

/** Unknown members are removed by parsing, so a message that equals its parsed form has only described ones. */
function expectDescribed(name: keyof typeof messages, message: unknown): void {
  expect(message, name).toBeDefined();
  expect(messages[name].body.parse(message), name).toEqual(message);
}

/** The first message of the type. */
async function messageOf(type: string): Promise<unknown> {
  await waitUntil(`${type} is sent`, () => world.receiver.messages.some(({ body }) => body.type === type));
  return world.receiver.messages.find(({ body }) => body.type === type)?.body;
}

test("every message has the members that the document describes", async () => {
  const webhook = await world.webhook({ events: ["*", "audit|*"] });
  const item = await world.item();
  await world.call("PUT", `/items/${item.id}`, { name: "Anorak" });
  const { body: project } = await world.call("POST", "/projects", { name: "Season" });
  const draft = { name: "Winter", workspaceId: project.rootWorkspaceId };
  const { body: assortment } = await world.call("POST", "/assortments", draft);
  await world.call("POST", `/assortments/${assortment.id}/items`, { itemIds: [item.id] });
  await world.call("POST", "/external-events", { eventType: "erp", actionType: "booked", order: 7 });
  await world.call("POST", "/roles", { name: "tester", rights: [{ verbs: ["read"], typePath: "item" }] });
  await world.call("POST", `/webhooks/${webhook.id}/test`);
  const { body: other } = await world.call("POST", "/items", { name: "Cap" });
  await world.call("DELETE", `/items/${other.id}`);

  for (const type of ["item|create", "item|update", "item|delete"]) {
    expectDescribed("entity-change", await messageOf(type));
  }
  expectDescribed("assortment-publish", await messageOf("assortment|publish"));
  expectDescribed("external-event", await messageOf("erp|booked"));
  expectDescribed("audit-entry", await messageOf("audit|role.create"));
  expectDescribed("webhook-test", await messageOf("webhook|test"));
});

test("the request of a task and the end of its process are described", async () => {
  await world.webhook({ events: ["event-workflow-process|*"] });
  const tasks = [{ name: "call", action: "http", config: { url: `${world.receiver.address}/task` } }];
  await world.call("POST", "/event-workflows", { name: "Call", triggers: ["manual|call"], tasks });

  await world.call("POST", "/event-workflow-requests", { triggerKey: "manual|call", event: { order: 7 } });

  expectDescribed("event-workflow-process-end", await messageOf("event-workflow-process|completed"));
  expectDescribed("task-request", world.receiver.messages.find(({ path }) => path === "/task")?.body);
});

test("the end of a load is described", async () => {
  await world.webhook({ events: ["loader-process|*"] });
  const file = await fetch(`${service.address}/api/files?fileName=items.csv`, {
    method: "POST",
    headers: { ...world.headers, "content-type": "text/csv" },
    body: "itemFamilyFederatedId,name\nP1,Parka\n",
  });
  const { id }: { id: string } = JSON.parse(await file.text());

  await world.call("POST", "/loader-processes", { loadType: ["ITEM"], fileLocation: id });

  expectDescribed("load-end", await messageOf("loader-process|completed"));
});
