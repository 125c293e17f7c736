import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "./testing/test-service.ts";
import { waitUntil } from "./testing/wait-until.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhooks/testing/webhook-receiver.ts";

let service: TestService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  service = await startTestService({ WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" });
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

async function measure(): Promise<Map<string, number>> {
  const text = await (await fetch(`${service.address}/metrics`)).text();
  const lines = text.split("\n").filter((line) => /^weft_(?!http)/.test(line));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

test("pending work and connections are counted", async () => {
  const workflow = { name: "Wait", triggers: ["item|create"], tasks: [{ name: "ask", action: "external" }] };
  expect((await service.call("POST", "/event-workflows", { body: workflow })).status).toBe(201);
  const cursor = (await service.call("GET", "/change-history?after=now")).body.coveredUntil;
  await service.call("PUT", "/change-consumers/erp", { body: { cursor } });
  receiver.answer((_message, response) => void response.writeHead(500).end());
  const webhook = { url: receiver.address, events: ["item|create"], auth: { type: "none" } };
  expect((await service.call("POST", "/webhooks", { body: webhook })).status).toBe(201);
  for (const name of ["One", "Two"]) {
    expect((await service.call("POST", "/items", { body: { name } })).status).toBe(201);
  }

  await waitUntil("all of it is counted", async () => {
    const found = await measure();
    return (
      found.get('weft_workflow_processes{status="awaiting"}') === 2 &&
      found.get('weft_webhook_deliveries{status="pending"}') === 2 &&
      (found.get('weft_change_lag_records{of="consumer"}') ?? 0) >= 2 &&
      (found.get('weft_database_connections{state="idle"}') ?? 0) > 0
    );
  });
  const found = await measure();
  expect(found.get('weft_webhook_deliveries{status="parked"}')).toBe(0);
  expect(found.get('weft_jobs{state="failed"}')).toBe(0);
  expect([...found.keys()].filter((name) => name.includes("replica"))).toEqual([]);
});
