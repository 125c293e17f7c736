import { afterAll, beforeAll, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { buildStatisticsWorld, type StatisticsWorld, valuesOf } from "./testing/statistics-world.ts";

let service: TestService;

beforeAll(async () => {
  // Without jobs: the deliveries below are never sent.
  service = await startTestService({ WEFT_ROLE: "api" });
});

afterAll(() => service.stop());

async function addAttempts(
  { org }: StatisticsWorld,
  ...attempts: readonly (readonly [startedOn: string, answerStatus: number | null, durationMs: number])[]
): Promise<void> {
  for (const [startedOn, answerStatus, durationMs] of attempts) {
    await service.database.db.query(sql`
      insert into webhook_attempts (org_id, delivery_id, number, webhook_id, started_on, duration_ms, request_headers,
        answer_status)
      values (${org.id}, ${newId()}, 1, ${newId()}, ${startedOn}, ${durationMs}, '{}', ${answerStatus})`);
  }
}

async function addDelivery({ org }: StatisticsWorld, status: string, endedOn: string): Promise<void> {
  const webhookId = newId();
  await service.database.db.query(sql`
    with webhook as (
      insert into webhooks (org_id, id, url, events, auth_type)
      values (${org.id}, ${webhookId}, 'https://shop.example', '{*}', 'none')
    )
    insert into webhook_deliveries (org_id, id, webhook_id, event_id, trigger_key, line, sequence, status, ended_on)
    values (${org.id}, ${newId()}, ${webhookId}, ${newId()}, 'item|create', 'item:1', 1, ${status}, ${endedOn})`);
}

const days = { from: "2026-03-01", to: "2026-03-04" };

test("calls are counted by success, with their duration, and parked deliveries", async () => {
  const world = await buildStatisticsWorld(service);
  await addAttempts(
    world,
    ["2026-02-28T23:59:59.999Z", 200, 9_000],
    ["2026-03-01T10:00:00Z", 200, 10],
    ["2026-03-01T11:00:00Z", 204, 30],
    ["2026-03-01T12:00:00Z", 500, 20],
    ["2026-03-03T10:00:00Z", 302, 40],
    ["2026-03-03T11:00:00Z", null, 15_000],
  );
  await addDelivery(world, "parked", "2026-03-02T10:00:00Z");
  await addDelivery(world, "parked", "2026-03-04T00:00:00Z");
  await addDelivery(world, "delivered", "2026-03-02T10:00:00Z");

  const answer = await world.chart("webhooks", days);

  expect(answer.status).toBe(200);
  expect(valuesOf(answer)).toEqual({
    delivered: [2, 0, 0],
    failed: [1, 0, 2],
    parked: [0, 1, 0],
    durationMedian: [20, null, 40],
    durationP95: [30, null, 15_000],
  });
  expect(answer.body.totals).toEqual({ delivered: 2, failed: 3, parked: 1, durationMedian: 30, durationP95: 15_000 });
});

test("an organization without webhooks has empty series", async () => {
  const world = await buildStatisticsWorld(service);

  const answer = await world.chart("webhooks", days);

  expect(valuesOf(answer)["delivered"]).toEqual([0, 0, 0]);
  expect(valuesOf(answer)["durationMedian"]).toEqual([null, null, null]);
  expect(answer.body.totals).toEqual({ delivered: 0, failed: 0, parked: 0 });
});

test("only administrators see any data", async () => {
  const world = await buildStatisticsWorld(service);
  const keys = [
    await world.keyWith({ preset: "read-only" }),
    await world.keyWith({ rights: [{ verbs: ["read"], typePath: "webhook-delivery" }] }),
  ];

  for (const key of keys) {
    expect(await world.chart("webhooks", days, key)).toMatchObject(problem("not-found"));
  }
});
