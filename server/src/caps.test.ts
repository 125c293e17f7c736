import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    WEFT_WORKFLOWS_MAX: "1",
    WEFT_WEBHOOKS_MAX: "1",
    WEFT_INBOUND_WEBHOOKS_MAX: "1",
    WEFT_API_KEYS_MAX: "2",
    WEFT_OUTBOUND_ALLOW: "127.0.0.0/8",
  });
});

afterAll(() => service.stop());

const workflow = {
  name: "Sync",
  triggers: ["item|create"],
  tasks: [{ name: "note", action: "script", config: { code: "return {};" } }],
};

test.each<[string, string, object]>([
  ["/webhooks", "WEFT_WEBHOOKS_MAX", { url: "http://127.0.0.1:9/", events: ["item|create"], auth: { type: "none" } }],
  ["/inbound-webhooks", "WEFT_INBOUND_WEBHOOKS_MAX", { name: "ERP" }],
  ["/event-workflows", "WEFT_WORKFLOWS_MAX", workflow],
])("more than the limit of %s are rejected, and the error names %s", async (path, setting, body) => {
  const first = await service.call("POST", path, { body });
  expect(first.status, JSON.stringify(first.body)).toBe(201);

  const second = await service.call("POST", path, { body });

  expect(second.status).toBe(409);
  expect(second.body.detail).toContain("at most 1 ");
  expect(second.body.detail).toContain(setting);
});

test("a deletion makes room", async () => {
  const { body } = await service.call("GET", "/inbound-webhooks");
  await service.call("DELETE", `/inbound-webhooks/${body.results[0].id}`);

  const { status } = await service.call("POST", "/inbound-webhooks", { body: { name: "Shop" } });

  expect(status).toBe(201);
});

test("a key above the limit is rejected, as is a successor, until another key has ended", async () => {
  const body = { label: "ERP", preset: "read-only" };
  const { body: key } = await service.call("POST", "/api-keys", { body });

  const third = await service.call("POST", "/api-keys", { body });
  const successor = await service.call("POST", `/api-keys/${key.id}/rotate`, { body: { overlapSeconds: 60 } });
  const atOnce = await service.call("POST", `/api-keys/${key.id}/rotate`, { body: { overlapSeconds: 0 } });
  await service.call("POST", `/api-keys/${atOnce.body.id}/revoke`);
  const afterwards = await service.call("POST", "/api-keys", { body });

  expect(third.status).toBe(409);
  expect(third.body.detail).toContain("WEFT_API_KEYS_MAX");
  expect(successor.status).toBe(409);
  expect(atOnce.status, JSON.stringify(atOnce.body)).toBe(201);
  expect(afterwards.status, JSON.stringify(afterwards.body)).toBe(201);
});
