import { afterAll, beforeAll, expect, test } from "vitest";
import { buildManyChanges } from "../changes/testing/change-builder.ts";
import { sql } from "../platform/database/sql.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildStatisticsWorld, valuesOf } from "./testing/statistics-world.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

test("each consumer has one point, for now: its lag, and the time since it last moved", async () => {
  const world = await buildStatisticsWorld(service);
  const { db } = service.database;
  const put = (name: string, cursor: string) =>
    service.call("PUT", `/change-consumers/${name}`, { headers: world.key.headers, body: { cursor } });
  const startedMs = Date.now();
  await put("erp", "beginning");
  await buildManyChanges(db, world.org.id, 3, { from: "2026-03-01T00:00:00Z" });
  await put("shop", "now");
  await buildManyChanges(db, world.org.id, 2, { from: "2026-03-02T00:00:00Z" });
  await db.query(sql`
    update change_consumers set updated_on = now() - interval '1 hour' where org_id = ${world.org.id} and name = 'erp'`);

  const answer = await world.chart("consumers");

  const values = valuesOf(answer);
  const idle = values["idle:erp"]?.[0] ?? 0;
  expect(answer.status).toBe(200);
  expect(Object.keys(values)).toEqual(["lag:erp", "idle:erp", "lag:shop", "idle:shop"]);
  expect([values["lag:erp"], values["lag:shop"]]).toEqual([[5], [2]]);
  expect(idle).toBeGreaterThanOrEqual(3_600);
  expect(idle).toBeLessThanOrEqual(3_600 + (Date.now() - startedMs) / 1000 + 1);
  expect(answer.body.totals).toEqual({ consumers: 2, lag: 7, lagMax: 5 });
  expect(Date.parse(answer.body.series[0].points[0].at)).toBeGreaterThanOrEqual(startedMs);
});

test("an organization without consumers has no series", async () => {
  const world = await buildStatisticsWorld(service);

  const { body } = await world.chart("consumers");

  expect(body).toMatchObject({ series: [], totals: { consumers: 0, lag: 0, lagMax: 0 } });
});
