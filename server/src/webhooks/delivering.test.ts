import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import type { ReceivedMessage } from "./testing/webhook-receiver.ts";
import { buildWebhookWorld, shareOutboundService, type WebhookWorld } from "./testing/webhook-world.ts";

let service: TestService;
let world: WebhookWorld & { close(): Promise<void> };

beforeAll(async () => {
  service = await shareOutboundService();
});

beforeEach(async () => {
  world = await buildWebhookWorld(service);
});

afterEach(() => world.close());

afterAll(() => service.stop());

test("a message has the event, its change id, and its sequence number per entity", async () => {
  const webhook = await world.webhook({ events: ["item|*"] });

  const item = await world.item();
  await world.call("PUT", `/items/${item.id}`, { name: "Anorak" });
  await world.received(2);

  const [created, updated] = world.receiver.messages;
  const criteria = encodeURIComponent(JSON.stringify({ entityReference: `item:${item.id}` }));
  const [second, first] = (await world.call("GET", `/change-history?criteria=${criteria}`)).body.results;
  expect(created?.body).toMatchObject({
    type: "item|create",
    org: world.org.slug,
    data: {
      triggerKey: "item|create",
      entityReference: `item:${item.id}`,
      newData: { id: item.id, name: "Parka" },
      changeId: first.id,
      changeSetId: first.changeSetId,
    },
    sequence: 1,
    previousSequence: null,
  });
  expect(updated?.body).toMatchObject({
    type: "item|update",
    data: {
      newData: { name: "Anorak" },
      oldData: { name: "Parka" },
      propertyDiffs: { name: { oldValue: "Parka", newValue: "Anorak" } },
      changeId: second.id,
    },
    sequence: 2,
    previousSequence: 1,
  });
  expect(created?.body.occurredOn).toBe(created?.body.data.occurredOn);
  expect(created?.path).toBe("/hook");
  expect(created?.headers).toMatchObject({
    "content-type": "application/json",
    "webhook-id": created?.body.id,
    "user-agent": "weft-webhooks",
  });
  await waitUntil("it is noted", async () => (await world.deliveries()).every(({ status }) => status === "delivered"));
  expect((await world.deliveries()).map(({ webhookId, type }) => [webhookId, type])).toEqual([
    [webhook.id, "item|create"],
    [webhook.id, "item|update"],
  ]);
});

test("only events that match the pattern and the filter are sent, and others get no sequence number", async () => {
  await world.webhook({ events: ["*|update"], filter: "{newData.name}.startsWith('A') && {oldData.name} !== 'Alba'" });

  const item = await world.item();
  for (const name of ["Alba", "Anorak", "Boot", "Aran"]) {
    await world.call("PUT", `/items/${item.id}`, { name });
  }
  await world.received(2);

  const reported = world.receiver.messages.map(({ body }) => [body.data.newData.name, body.sequence]);
  expect(reported).toEqual([
    ["Alba", 1],
    ["Aran", 2],
  ]);
});

test("an event for which the filter fails is sent", async () => {
  await world.webhook({ events: ["item|create"], filter: "{newData.name}.nothing.here === 1" });

  await world.item();
  await world.received(1);

  expect(world.receiver.messages[0]?.body.type).toBe("item|create");
});

test("each webhook gets its own message for an event", async () => {
  const one = await world.webhook({ url: `${world.receiver.address}/one` });
  const other = await world.webhook({ url: `${world.receiver.address}/other`, events: ["item|create"] });

  await world.item();
  await world.received(2);

  const deliveries = await world.deliveries();
  expect(deliveries.map(({ webhookId }) => webhookId).sort()).toEqual([one.id, other.id].sort());
  expect(world.receiver.messages.map(({ path }) => path).sort()).toEqual(["/one", "/other"]);
  expect(new Set(world.receiver.messages.map(({ body }) => body.id)).size).toBe(2);
});

test("an event that is not a change of an entity is also sent", async () => {
  await world.webhook({ events: ["loader-process|completed"] });
  const csv = "federatedId,name,hex\r\nred,Red,ff0000\r\n";
  const { body: file } = await world.service.call("POST", "/files?fileName=colors.csv", {
    headers: { ...world.headers, "content-type": "text/csv" },
    body: csv,
  });

  const { body: load } = await world.call("POST", "/loader-processes", { loadType: ["COLOR"], fileLocation: file.id });
  await world.received(1);

  expect(world.receiver.messages[0]?.body).toMatchObject({
    type: "loader-process|completed",
    data: { entityReference: `loader-process:${load.id}`, status: "completed", counts: { color: { created: 1 } } },
    sequence: 1,
  });
  expect(world.receiver.messages[0]?.body.data).not.toHaveProperty("changeId");
});

test("each entity that a load writes and the filter matches is sent", async () => {
  // More than one batch of the load. The filter matches every tenth: sending takes longer than loading.
  await world.webhook({ events: ["color|*"], filter: "{newData.name}.endsWith('7')" });
  const numbers = Array.from({ length: 1_010 }, (_, index) => index);
  const lines = numbers.map((number) => `c${number},Color ${number},336699\r\n`);
  const { body: file } = await world.service.call("POST", "/files?fileName=colors.csv", {
    headers: { ...world.headers, "content-type": "text/csv" },
    body: `federatedId,name,hex\r\n${lines.join("")}`,
  });

  await world.call("POST", "/loader-processes", { loadType: ["COLOR"], fileLocation: file.id });
  await world.received(101);

  const { messages } = world.receiver;
  expect(new Set(messages.map(({ body }) => body.data.newData.federatedId))).toEqual(
    new Set(numbers.filter((number) => number % 10 === 7).map((number) => `c${number}`)),
  );
  expect(messages.every(({ body }) => body.data.changeId !== undefined && body.sequence === 1)).toBe(true);
});

test("a change that is rolled back is not sent", async () => {
  await world.webhook();

  await world.call("POST", "/items?dryRun=true", { name: "Parka", roles: ["family"] });
  await world.call("POST", "/items", { name: "Parka", roles: ["nobody knows this role"] });
  await world.item();
  await world.received(1);

  expect(await world.deliveries()).toHaveLength(1);
});

test("no events are queued while a webhook is disabled", async () => {
  const webhook = await world.webhook({ events: ["item|*"], isActive: false });

  await world.item({ name: "Unheard" });
  await world.call("PUT", `/webhooks/${webhook.id}`, { isActive: true });
  await world.item({ name: "Heard" });
  await world.received(1);

  expect(world.receiver.messages.map(({ body }) => body.data.newData.name)).toEqual(["Heard"]);
});

test("a header with a secret value and custom headers are sent", async () => {
  await world.webhook({
    auth: { type: "header", name: "X-Api-Token", value: "the very secret value" },
    headers: { "X-Source": "weft" },
  });

  await world.item();
  await world.received(1);

  expect(world.receiver.messages[0]?.headers).toMatchObject({
    "x-api-token": "the very secret value",
    "x-source": "weft",
  });
  expect(world.receiver.messages[0]?.headers).not.toHaveProperty("webhook-signature");
});

function isSignedWith(secret: string, message: ReceivedMessage | undefined): boolean {
  try {
    new Webhook(secret).verify(message?.text ?? "", { ...message?.headers });
    return true;
  } catch {
    return false;
  }
}

test("messages are signed according to Standard Webhooks, with both secrets during a rotation", async () => {
  const { id, secret: first } = await world.webhook({ auth: { type: "hmac" } });
  await world.item();
  await world.received(1);
  const second = (await world.call("POST", `/webhooks/${id}/rotate`)).body.secret;
  await world.item();
  await world.received(2);
  const third = (await world.call("POST", `/webhooks/${id}/rotate`, { overlapSeconds: 0 })).body.secret;
  await world.item();
  await world.received(3);

  const signed = world.receiver.messages.map((message) =>
    [first, second, third].map((secret) => isSignedWith(secret, message)),
  );

  expect(signed).toEqual([
    [true, false, false],
    [true, true, false],
    [false, false, true],
  ]);
});

test("concurrent changes of many entities are sent in order per entity", async () => {
  await world.webhook({ events: ["item|update"] });
  const items = await Promise.all(Array.from({ length: 6 }, () => world.item()));
  world.receiver.answer((_message, response) => {
    setTimeout(() => response.writeHead(204).end(), Math.random() * 20);
  });

  const changes = Array.from({ length: 6 }, (_, step) => step + 1);
  await Promise.all(
    items.map(async ({ id }) => {
      for (const step of changes) {
        await world.call("PUT", `/items/${id}`, { name: `Step ${step}` });
      }
    }),
  );
  await world.received(36);

  for (const { id } of items) {
    const reported = world.receiver.messages.filter(({ body }) => body.data.newData.id === id);
    expect(reported.map(({ body }) => [body.data.newData.name, body.sequence, body.previousSequence])).toEqual(
      changes.map((step) => [`Step ${step}`, step, step === 1 ? null : step - 1]),
    );
  }
});
