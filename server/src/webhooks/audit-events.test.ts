import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../testing/test-service.ts";
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

test("a webhook with an audit pattern receives audit entries, without personal values", async () => {
  // The pattern * does not include them: otherwise its messages would arrive before the last one below.
  await world.webhook({ events: ["*"] });
  await world.webhook({ events: ["audit|user.create"] });
  const user = await world.call("POST", "/users", { email: "ada@example.com", name: "Ada", role: "viewer" });
  await world.received(1);
  await world.item();
  await world.received(2);

  const [entry, created] = world.receiver.messages;
  expect(user.status).toBe(201);
  expect(entry?.body).toMatchObject({
    type: "audit|user.create",
    data: { auditEntry: { action: "user.create", outcome: "success", target: { type: "user", id: user.body.id } } },
  });
  expect(entry?.text).not.toContain("ada@example.com");
  expect(entry?.text).not.toContain("Ada");
  expect(created?.body.type).toBe("item|create");
});

test("a pattern for an unknown audit action is rejected, with the nearest one", async () => {
  const answer = await world.call("POST", "/webhooks", {
    url: `${world.receiver.address}/hook`,
    events: ["audit|user.created"],
    auth: { type: "none" },
  });

  expect(answer.status).toBe(400);
  expect(answer.body.detail).toContain("Write audit|user.create.");
});
