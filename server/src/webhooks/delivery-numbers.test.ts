import { afterAll, beforeAll, expect, test } from "vitest";
import { openFeed } from "../changes/change-log-store.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { buildOrg } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { insertDeliveries, type NewDelivery } from "./delivery-store.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

function newDeliveries(count: number): NewDelivery[] {
  const shared = { webhookId: "hook", eventId: newId(), triggerKey: "item|update", line: "item:parka" };
  return Array.from({ length: count }, () => ({ ...shared, id: newId() }));
}

test("numbers rise along the batches of a transaction, also if the clock is behind the log", async () => {
  const { id: orgId } = await buildOrg({ database });
  await openFeed(database.db, orgId);
  await database.db.query(sql`update org_feeds set last_stamp = now() + interval '1 hour' where org_id = ${orgId}`);
  const batches = [newDeliveries(3), newDeliveries(1), newDeliveries(2)];

  await database.db.transaction(async (tx) => {
    for (const deliveries of batches) await insertDeliveries(tx, orgId, { events: [], deliveries });
  });

  const rows = await database.db.query<{ id: string; number: number }>(sql`
    select id, number from webhook_deliveries where org_id = ${orgId} order by number`);
  expect(rows.map(({ id }) => id)).toEqual(batches.flat().map(({ id }) => id));
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
});
