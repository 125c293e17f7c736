import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import type { TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { status } from "./testing/webhook-receiver.ts";
import { buildWebhookWorld, startOutboundService } from "./testing/webhook-world.ts";

let service: TestService;
let other: TestService;

beforeAll(async () => {
  service = await startOutboundService();
  other = await startOutboundService(service);
});

afterAll(async () => {
  await other.stop();
  await service.stop();
});

test("two nodes send each message once and in order per entity, whatever fails", async () => {
  const world = await buildWebhookWorld(service);
  await world.webhook({ events: ["item|*"] });
  const answered = new Map<string, number[]>();
  world.receiver.answer((message, response) => {
    const { sequence, data } = message.body;
    const isLucky = Math.random() < 0.8;
    if (isLucky) {
      answered.set(data.newData.id, [...(answered.get(data.newData.id) ?? []), sequence]);
    }
    setTimeout(() => response.writeHead(isLucky ? 204 : 500).end(), Math.random() * 10);
  });

  const nodes = [service, other];
  const items = await Promise.all(Array.from({ length: 6 }, () => world.item()));
  await Promise.all(
    items.map(async ({ id }) => {
      for (let step = 1; step <= 6; step++) {
        const body = { name: `Step ${step}` };
        await nodes[step % 2]?.call("PUT", `/items/${id}`, { headers: world.headers, body });
      }
    }),
  );
  const isDone = async () => {
    await world.passTime();
    return (await world.deliveries()).every((delivery) => delivery.status === "delivered");
  };
  await waitUntil("all are delivered", isDone, 20_000);
  await world.close();

  const sequences = Array.from({ length: 7 }, (_, index) => index + 1);
  expect([...answered.values()]).toEqual(items.map(() => sequences));
});

test("the claims of a dead node are sent by another", async () => {
  const world = await buildWebhookWorld(service);
  await world.webhook({ events: ["item|create"] });
  world.receiver.answer(status(500));
  await world.item();
  await waitUntil("it has failed", async () => (await world.deliveries())[0]?.attempts === 1);
  await service.database.db.query(sql`
    update webhook_deliveries set claimed_by = 'a node that was killed', due_on = null where org_id = ${world.org.id}`);

  world.receiver.answer(status(204));
  await world.received(2);

  expect(world.receiver.messages[1]?.text).toBe(world.receiver.messages[0]?.text);
  await world.close();
});

test("a node that stops releases its unsent messages", async () => {
  const world = await buildWebhookWorld(service);
  const third = await startOutboundService(service);
  await world.webhook({ events: ["item|create"] });
  const held: (() => void)[] = [];
  world.receiver.answer((_message, response) => void held.push(() => response.writeHead(204).end()));
  await Promise.all(Array.from({ length: 40 }, () => world.item()));
  await waitUntil("all nodes are busy", () => held.length >= 16);

  world.receiver.answer(status(204));
  const stopping = third.stop();
  for (const release of held) {
    release();
  }
  await stopping;

  const isDone = async () => (await world.deliveries()).every((delivery) => delivery.status === "delivered");
  await waitUntil("all are delivered", isDone);
  expect(world.receiver.messages).toHaveLength(40);
  await world.close();
});
