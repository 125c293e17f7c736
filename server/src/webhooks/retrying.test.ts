import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import type { TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { startWebhookReceiver, status } from "./testing/webhook-receiver.ts";
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

async function firstDelivery() {
  const [delivery] = await world.deliveries();
  return (await world.call("GET", `/webhook-deliveries/${delivery.id}`)).body;
}

async function attempted(count: number): Promise<void> {
  await waitUntil(`${count} attempts are noted`, async () => (await world.deliveries())[0]?.attempts === count);
}

test("a failed delivery is retried with identical bytes until it succeeds", async () => {
  const webhook = await world.webhook({ events: ["item|create"] });
  world.receiver.answer(status(500, { "content-type": "text/plain", "set-cookie": "secret=1" }, "out of order"));

  await world.item();
  await attempted(1);
  const failed = await firstDelivery();
  world.receiver.answer(status(200));
  await world.passTime();
  await attempted(2);

  const { body: after } = await world.call("GET", `/webhooks/${webhook.id}`);
  const delivered = await firstDelivery();
  const [first, second] = world.receiver.messages;
  expect(second?.text).toBe(first?.text);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(failed).toMatchObject({ status: "pending", attempts: 1, answerStatus: 500, endedOn: null });
  const waitMs = Date.parse(failed.nextAttemptOn) - Date.parse(failed.updatedOn);
  expect(waitMs).toBeGreaterThanOrEqual(2_490);
  expect(waitMs).toBeLessThanOrEqual(7_510);
  expect(failed.attemptLog[0]).toMatchObject({
    number: 1,
    answerStatus: 500,
    answerHeaders: { "content-type": "text/plain" },
    answerBody: "out of order",
    isAnswerCut: false,
    failure: null,
  });
  expect(failed.attemptLog[0].answerHeaders).not.toHaveProperty("set-cookie");
  expect(delivered).toMatchObject({ status: "delivered", attempts: 2, answerStatus: 200, nextAttemptOn: null });
  expect(delivered.payload).toEqual(first?.body);
  expect(after).toMatchObject({ failingSince: null });
  expect(after.lastDeliveredOn).not.toBeNull();
});

test("a redirect is not followed and is a failure", async () => {
  await world.webhook();
  world.receiver.answer(status(302, { location: `${world.receiver.address}/elsewhere` }));

  await world.item();
  await attempted(1);

  expect(world.receiver.messages.map(({ path }) => path)).toEqual(["/hook"]);
  expect((await firstDelivery()).attemptLog[0].answerHeaders.location).toBe(`${world.receiver.address}/elsewhere`);
});

test("a response body is stored up to 64 KiB, whatever its bytes", async () => {
  await world.webhook();
  world.receiver.answer((_message, response) => {
    response.writeHead(400).end(Buffer.concat([Buffer.from([0, 255]), Buffer.alloc(100_000, "x")]));
  });

  await world.item();
  await attempted(1);

  const [attempt] = (await firstDelivery()).attemptLog;
  expect(attempt.isAnswerCut).toBe(true);
  expect(attempt.answerBody).toHaveLength(65_536);
  expect(attempt.answerBody.startsWith("\uFFFD\uFFFDxx")).toBe(true);
});

test("deliveries behind a failing one about the same entity wait for it, and others do not", async () => {
  await world.webhook({ events: ["item|*"] });
  const [stuck, free] = [await world.item({ name: "Stuck" }), await world.item({ name: "Free" })];
  await world.received(2);
  world.receiver.answer((message, response) => {
    response.writeHead(message.body.data.newData.name.startsWith("Stuck") ? 500 : 204).end();
  });

  for (const step of [1, 2, 3]) {
    await world.call("PUT", `/items/${stuck.id}`, { name: `Stuck ${step}` });
    await world.call("PUT", `/items/${free.id}`, { name: `Free ${step}` });
  }
  await world.received(6);
  await waitUntil("all is noted", async () => {
    const statuses = (await world.deliveries()).map(({ status: found }) => found);
    return statuses.filter((found) => found === "delivered").length === 5;
  });
  const waiting = (await world.deliveries()).filter(({ status: found }) => found === "pending");
  world.receiver.answer(status(204));
  await world.passTime();
  await world.received(9);

  const names = world.receiver.messages.map(({ body }) => body.data.newData.name);
  expect(waiting.map(({ attempts, nextAttemptOn }) => [attempts, nextAttemptOn === null])).toEqual([
    [1, false],
    [0, true],
    [0, true],
  ]);
  expect(names.filter((name) => name.startsWith("Stuck"))).toEqual([
    "Stuck",
    "Stuck 1",
    "Stuck 1",
    "Stuck 2",
    "Stuck 3",
  ]);
  expect(names.filter((name) => name.startsWith("Free"))).toEqual(["Free", "Free 1", "Free 2", "Free 3"]);
});

test("Retry-After pauses the whole webhook", async () => {
  const webhook = await world.webhook({ events: ["item|create"] });
  world.receiver.answer(status(429, { "retry-after": "3600" }));

  await world.item();
  await attempted(1);
  await world.item();
  await waitUntil("the second is there", async () => (await world.deliveries()).length === 2);
  const { body: paused } = await world.call("GET", `/webhooks/${webhook.id}`);
  const [first] = await world.deliveries();
  world.receiver.answer(status(200));
  await world.passTime();
  await world.received(3);

  const pauseMs = Date.parse(paused.pausedUntil) - Date.now();
  expect(pauseMs).toBeGreaterThan(3_500_000);
  expect(pauseMs).toBeLessThan(3_700_000);
  expect(Date.parse(first.nextAttemptOn)).toBeGreaterThanOrEqual(Date.parse(paused.pausedUntil) - 100);
  expect(world.receiver.messages).toHaveLength(3);
});

test("410 disables the webhook at once and parks pending deliveries; a replay sends them later, in order", async () => {
  const webhook = await world.webhook({ events: ["item|*"] });
  const item = await world.item();
  await world.received(1);
  world.receiver.answer(status(410));

  await world.call("PUT", `/items/${item.id}`, { name: "Second" });
  await waitUntil("it is off", async () => !(await world.call("GET", `/webhooks/${webhook.id}`)).body.isActive);
  await world.call("PUT", `/items/${item.id}`, { name: "Unheard" });
  const { body: off } = await world.call("GET", `/webhooks/${webhook.id}`);
  const refused = await world.call("POST", `/webhooks/${webhook.id}/replay`, { since: item.createdOn });
  world.receiver.answer(status(204));
  const { body: on } = await world.call("PUT", `/webhooks/${webhook.id}`, { isActive: true });
  await world.call("PUT", `/items/${item.id}`, { name: "Fourth" });
  await world.received(3);
  await waitUntil("it is parked", async () => (await world.deliveries())[1].status === "parked");
  const replayed = await world.call("POST", `/webhooks/${webhook.id}/replay`, {
    since: item.createdOn,
    statuses: ["parked"],
  });
  await world.received(4);

  expect(off).toMatchObject({ isActive: false, disabledReason: expect.stringContaining("410") });
  expect(off.disabledOn).not.toBeNull();
  expect(refused.status).toBe(409);
  expect(on).toMatchObject({ isActive: true, disabledReason: null, disabledOn: null, failingSince: null });
  expect(replayed.body).toEqual({ count: 1, dryRun: false });
  const reported = world.receiver.messages.map(({ body }) => [body.data.newData.name, body.sequence]);
  expect(reported).toEqual([
    ["Parka", 1],
    ["Second", 2],
    ["Fourth", 3],
    ["Second", 2],
  ]);
});

test("deliveries parked when a user disabled the webhook stay parked", async () => {
  const webhook = await world.webhook({ events: ["item|*"] });
  world.receiver.answer(status(500));
  const item = await world.item();
  await attempted(1);
  await world.call("PUT", `/items/${item.id}`, { name: "Second" });

  await world.call("PUT", `/webhooks/${webhook.id}`, { isActive: false });
  const isParked = async () => (await world.deliveries()).every(({ status: found }) => found === "parked");
  await waitUntil("both are parked", isParked);
  await world.call("PUT", `/webhooks/${webhook.id}`, { isActive: true });
  world.receiver.answer(status(200));
  await world.item({ name: "Another" });
  await world.received(2);

  expect((await world.deliveries()).map(({ status: found }) => found).slice(0, 2)).toEqual(["parked", "parked"]);
});

test("after the last attempt a delivery is parked, and the next of its line is sent", async () => {
  await world.webhook({ events: ["item|*"] });
  world.receiver.answer((message, response) => void response.writeHead(message.body.sequence === 1 ? 500 : 204).end());
  const item = await world.item();
  await attempted(1);
  await service.database.db.query(sql`update webhook_deliveries set tries = 12 where org_id = ${world.org.id}`);

  await world.passTime();
  await attempted(2);
  await world.call("PUT", `/items/${item.id}`, { name: "Second" });
  await world.received(3);

  const [first] = await world.deliveries();
  expect(first).toMatchObject({ status: "parked", attempts: 2, nextAttemptOn: null });
  expect(first.endedOn).not.toBeNull();
});

test("a webhook that fails for three days is disabled, and the history records it", async () => {
  const webhook = await world.webhook({ events: ["item|create"] });
  world.receiver.answer(status(500));
  await world.item();
  await attempted(1);
  await service.database.db.query(sql`
    update webhooks set failing_since = now() - interval '73 hours' where org_id = ${world.org.id}`);

  await world.passTime();
  await waitUntil("it is off", async () => !(await world.call("GET", `/webhooks/${webhook.id}`)).body.isActive);

  const criteria = encodeURIComponent(JSON.stringify({ entityReference: `webhook:${webhook.id}` }));
  const { results } = (await world.call("GET", `/change-history?criteria=${criteria}`)).body;
  expect(results[0]).toMatchObject({
    action: "update",
    propertyDiffs: { isActive: { oldValue: true, newValue: false } },
  });
  await waitUntil("waiting deliveries are parked", async () => (await world.deliveries())[0].status === "parked");
});

test("a slow receiver does not delay others", async () => {
  const slow = await startWebhookReceiver();
  const held: (() => void)[] = [];
  slow.answer((_message, response) => void held.push(() => response.writeHead(204).end()));
  await world.webhook({ url: `${slow.address}/slow`, events: ["item|create"] });
  await world.webhook({ events: ["item|create"] });

  await Promise.all(Array.from({ length: 60 }, () => world.item()));
  await world.received(60);
  const heldAtOnce = held.length;
  slow.answer(status(204));
  for (const release of held) {
    release();
  }
  await waitUntil("the slow one has got all", () => slow.messages.length === 60);
  await slow.close();

  expect(heldAtOnce).toBe(16);
});

test("a request without a response fails after the timeout of the webhook, with a message", async () => {
  await world.webhook({ timeoutSeconds: 1 });
  world.receiver.answer(() => {});

  await world.item();
  await attempted(1);

  const [attempt] = (await firstDelivery()).attemptLog;
  expect(attempt).toMatchObject({ answerStatus: null, answerHeaders: null, answerBody: null });
  expect(attempt.failure).toMatch(/did not respond/);
  expect(attempt.durationMs).toBeGreaterThanOrEqual(990);
});
