import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { oneRow, sql } from "../platform/database/sql.ts";
import type { TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { status } from "./testing/webhook-receiver.ts";
import { buildWebhookWorld, shareOutboundService, type WebhookWorld } from "./testing/webhook-world.ts";
import { webhookJobs } from "./webhook-jobs.ts";

let service: TestService;
let world: WebhookWorld & { close(): Promise<void> };

beforeAll(async () => {
  service = await shareOutboundService();
});

afterAll(() => service.stop());

async function settled(): Promise<void> {
  await waitUntil("no delivery is in progress", async () =>
    (await world.deliveries()).every((delivery) => delivery.status !== "pending" || delivery.attempts > 0),
  );
}

function list(criteria: object, more = ""): ReturnType<WebhookWorld["call"]> {
  return world.call("GET", `/webhook-deliveries?criteria=${encodeURIComponent(JSON.stringify(criteria))}${more}`);
}

describe("the list of deliveries", () => {
  let webhookId: string;
  let itemId: string;

  beforeAll(async () => {
    world = await buildWebhookWorld(service);
    webhookId = (await world.webhook({ events: ["item|*"] })).id;
    await world.webhook({ events: ["color|*"], url: `${world.receiver.address}/colors` });
    world.receiver.answer((message, response) => void response.writeHead(message.path === "/hook" ? 204 : 500).end());
    itemId = (await world.item()).id;
    await world.call("PUT", `/items/${itemId}`, { name: "Anorak" });
    await world.item();
    await world.call("POST", "/colors", { name: "Red", hex: "ff0000" });
    await world.received(4);
    await settled();
    return () => world.close();
  });

  test.each([
    ["everything", () => ({}), 4],
    ["those of a webhook", () => ({ webhookId }), 3],
    ["those that wait", () => ({ status: "pending" }), 1],
    ["those of a type", () => ({ type: "item|create" }), 2],
    ["those about an entity", () => ({ entityReference: `item:${itemId}` }), 2],
    ["no tests", () => ({ isTest: true }), 0],
    ["those of a time", () => ({ createdOn: "BETWEEN 2020-01-01 and 2099-01-01" }), 4],
    ["those of another time", () => ({ createdOn: "BETWEEN 2020-01-01 and 2020-01-02" }), 0],
    ["all of it together", () => ({ webhookId, status: "delivered", type: "item|update" }), 1],
  ])("shows %s", async (_, criteria, count) => {
    const { status: answered, body } = await list(criteria(), "&includeTotal=true");

    expect(answered).toBe(200);
    expect(body.results).toHaveLength(count);
    expect(body.total).toBe(count);
  });

  test("is read page by page, in both directions", async () => {
    const all = (await world.deliveries()).map(({ id }) => id);

    for (const order of ["asc", "desc"]) {
      const ids: string[] = [];
      let next = "";
      do {
        const query = `limit=3&order=${encodeURIComponent(JSON.stringify({ orderField: "createdOn", order }))}${next}`;
        const { body } = await world.call("GET", `/webhook-deliveries?${query}`);
        ids.push(...body.results.map(({ id }: { id: string }) => id));
        next = body.nextPageKey === undefined ? "" : `&nextPageKey=${body.nextPageKey}`;
      } while (next !== "");

      expect(ids).toEqual(order === "asc" ? all : all.toReversed());
    }
  });

  test.each([
    ["criteria", { attempts: 3 }, "criteria.attempts"],
    ["criteria", { status: "lost" }, "criteria.status"],
    ["criteria", { createdOn: "yesterday" }, "criteria.createdOn"],
    ["criteria", { isTest: "yes" }, "criteria.isTest"],
    ["criteria", { type: { ne: "a" } }, "criteria.type"],
    ["order", { orderField: "status" }, "order.orderField"],
    ["order", { order: "up" }, "order.order"],
    ["order", { by: "id" }, "order.by"],
  ])("rejects the %s %j", async (parameter, value, pointer) => {
    const query = `${parameter}=${encodeURIComponent(JSON.stringify(value))}`;

    const { status: answered, body } = await world.call("GET", `/webhook-deliveries?${query}`);

    expect(answered).toBe(400);
    expect(body.errors[0].pointer).toBe(pointer);
  });

  test("rejects an invalid page key", async () => {
    expect((await world.call("GET", "/webhook-deliveries?nextPageKey=abc")).status).toBe(400);
  });

  test("returns 404 for a delivery that does not exist", async () => {
    expect((await world.call("GET", "/webhook-deliveries/AAAAAAAAAAAAAAAA")).status).toBe(404);
    expect((await world.call("POST", "/webhook-deliveries/AAAAAAAAAAAAAAAA/replay")).status).toBe(404);
  });
});

describe("a replay", () => {
  beforeEach(async () => {
    world = await buildWebhookWorld(service);
    return () => world.close();
  });

  test("of one delivery sends it again, with the same id and sequence number", async () => {
    await world.webhook();
    await world.item();
    await world.received(1);
    await settled();
    const [delivery] = await world.deliveries();

    const replayed = await world.call("POST", `/webhook-deliveries/${delivery.id}/replay`);
    await world.received(2);

    expect(replayed.status).toBe(200);
    expect(replayed.body).toMatchObject({ id: delivery.id, status: "pending", endedOn: null });
    expect(world.receiver.messages[1]?.text).toBe(world.receiver.messages[0]?.text);
    await waitUntil("it is noted", async () => (await world.deliveries())[0].status === "delivered");
    const { body } = await world.call("GET", `/webhook-deliveries/${delivery.id}`);
    expect(body.attemptLog.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
  });

  test("of a pending delivery is rejected", async () => {
    await world.webhook();
    world.receiver.answer(status(500));
    await world.item();
    await world.received(1);
    await settled();
    const [delivery] = await world.deliveries();

    const replayed = await world.call("POST", `/webhook-deliveries/${delivery.id}/replay`);

    expect([replayed.status, replayed.body.detail]).toEqual([409, expect.stringContaining("already")]);
  });

  test("since a time sends all later deliveries, in order per entity, and a dry run returns their number", async () => {
    const { id: webhookId } = await world.webhook({ events: ["item|*"] });
    const early = await world.item({ name: "Early" });
    await world.received(1);
    await settled();
    const since = new Date(Date.parse((await world.deliveries())[0].createdOn) + 1).toISOString();
    const item = await world.item({ name: "One" });
    for (const name of ["Two", "Three"]) {
      await world.call("PUT", `/items/${item.id}`, { name });
    }
    await world.call("PUT", `/items/${early.id}`, { name: "Late" });
    await world.received(5);
    await settled();

    const preview = await world.call("POST", `/webhooks/${webhookId}/replay`, { since, dryRun: true });
    const none = await world.call("POST", `/webhooks/${webhookId}/replay`, { since, statuses: ["parked"] });
    const before = await world.call("POST", `/webhooks/${webhookId}/replay`, {
      since: "2026-01-01T00:00:00+01:00",
      until: since,
      dryRun: true,
    });
    const replayed = await world.call("POST", `/webhooks/${webhookId}/replay`, { since });
    await world.received(9);

    const again = world.receiver.messages.slice(5).map(({ body }) => body.data.newData.name);
    expect(preview.body).toEqual({ count: 4, dryRun: true });
    expect(none.body).toEqual({ count: 0, dryRun: false });
    expect(before.body).toEqual({ count: 1, dryRun: true });
    expect(replayed.body).toEqual({ count: 4, dryRun: false });
    expect(again.filter((name) => name !== "Late")).toEqual(["One", "Two", "Three"]);
    expect(again).toContain("Late");
  });
});

test("delivered deliveries are deleted after 30 days, and parked ones after 90", async () => {
  world = await buildWebhookWorld(service);
  const { id: webhookId } = await world.webhook();
  await Promise.all(Array.from({ length: 5 }, () => world.item()));
  await world.received(5);
  await settled();
  const ids = (await world.deliveries()).map(({ id }) => id);
  const ages: readonly [number, string][] = [
    [29, "delivered"],
    [31, "delivered"],
    [89, "parked"],
    [91, "parked"],
    [91, "pending"],
  ];
  for (const [index, [days, found]] of ages.entries()) {
    const ago = new Date(Date.now() - days * 86_400_000);
    const dueOn = found === "pending" ? new Date(Date.now() + 3_600_000) : null;
    const aged = await service.database.db.query<{ event_id: string }>(sql`
      update webhook_deliveries set status = ${found}, ended_on = ${ago}, due_on = ${dueOn}
      where org_id = ${world.org.id} and id = ${ids[index]} returning event_id`);
    await service.database.db.query(sql`
      update webhook_events set created_on = ${ago}
      where org_id = ${world.org.id} and id = ${oneRow(aged).event_id}`);
  }

  const job = webhookJobs(service.database.db).find(({ task }) => task === "forget-old-deliveries");
  await job?.run(null, new AbortController().signal);

  const tables = await service.database.db.query<{ deliveries: number; events: number; attempts: number }>(sql`
    select (select count(*) from webhook_deliveries where webhook_id = ${webhookId}) as deliveries,
      (select count(*) from webhook_attempts where webhook_id = ${webhookId}) as attempts,
      (select count(*) from webhook_events where org_id = ${world.org.id}) as events`);
  expect((await world.deliveries()).map(({ id }) => id)).toEqual([ids[0], ids[2], ids[4]]);
  expect(tables).toEqual([{ deliveries: 3, events: 3, attempts: 3 }]);
  await world.close();
});
