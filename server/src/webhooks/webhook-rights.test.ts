import { webhookDeliveryOperations, webhookOperations } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, firstOrg } from "../testing/builders.ts";
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

test("webhooks and deliveries do not exist for callers who are not administrators", async () => {
  const { id } = await world.webhook();
  await world.item();
  await waitUntil("it is there", async () => (await world.deliveries()).length === 1);
  const [delivery] = await world.deliveries();
  const { headers } = await buildKey(service, await orgOf(world), {
    rights: [{ verbs: ["read", "create", "update", "delete"], typePath: "*" }],
  });
  const { headers: foreign } = await buildKey(service, await firstOrg(service));
  const bodies: Readonly<Record<string, object>> = {
    "create-webhook": { url: "https://hooks.example", events: ["*"], auth: { type: "none" } },
    "replay-webhook": { since: "2026-01-01T00:00:00Z" },
  };

  for (const operation of [...Object.values(webhookOperations), ...Object.values(webhookDeliveryOperations)]) {
    const isOfDelivery = operation.path.startsWith("/webhook-deliveries");
    const path = operation.path.replace("{id}", isOfDelivery ? delivery.id : id);
    const body = bodies[operation.id] ?? (operation.method === "PUT" ? {} : undefined);
    const call = { headers, ...(body === undefined ? {} : { body }) };
    const answer = await service.call(operation.method, path, call);
    expect([operation.id, answer.status]).toEqual([operation.id, 404]);
    if (operation.path.includes("{id}")) {
      const fromOutside = await service.call(operation.method, path, { ...call, headers: foreign });
      expect([operation.id, fromOutside.status]).toEqual([operation.id, 404]);
    }
  }
});

function orgOf({ org }: WebhookWorld) {
  return firstOrg({ database: service.database, first: { ...service.first, orgSlug: org.slug } });
}
