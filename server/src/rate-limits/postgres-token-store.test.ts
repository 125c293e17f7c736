import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { ratePolicy, rateSubject } from "./rate-limiter.ts";
import { describeTokenStore } from "./testing/describe-token-store.ts";
import { PostgresTokenStore } from "./token-store.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

describeTokenStore("PostgreSQL", () => new PostgresTokenStore(database.db));

test("a bucket unused for an hour is deleted, a newer one is kept", async () => {
  const store = new PostgresTokenStore(database.db);
  await store.settle(rateSubject("org9", "old"), ratePolicy("key", 100), 1);
  await store.settle(rateSubject("org9", "young"), ratePolicy("key", 100), 1);
  await database.db.query(sql`
    update rate_buckets set refilled_on = clock_timestamp() - interval '61 minutes'
    where org_id = 'org9' and subject = 'old'`);

  await store.deleteIdleBuckets();

  const rows = await database.db.query(sql`select subject from rate_buckets where org_id = 'org9' order by subject`);
  expect(rows).toEqual([{ subject: "young" }]);
});

test("a row whose clock is ahead gains nothing and keeps its time", async () => {
  const store = new PostgresTokenStore(database.db);
  const subject = rateSubject("org8", "ahead");
  await store.settle(subject, ratePolicy("key", 100), 50);
  await database.db.query(sql`
    update rate_buckets set tokens = 20, refilled_on = clock_timestamp() + interval '1 minute' where org_id = 'org8'`);

  const left = await store.settle(subject, ratePolicy("key", 100), 5);

  const rows = await database.db.query(sql`
    select refilled_on > clock_timestamp() as ahead from rate_buckets where org_id = 'org8'`);
  expect(left).toBe(15);
  expect(rows).toEqual([{ ahead: true }]);
});

test("an unavailable database rejects", async () => {
  const other = await createTestDatabase();
  const store = new PostgresTokenStore(other.db);
  await other.drop();

  const settled = store.settle(rateSubject("org1", "key1"), ratePolicy("key", 100), 1);

  await expect(settled).rejects.toThrow("unavailable");
});
