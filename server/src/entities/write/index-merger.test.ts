import { afterAll, beforeAll, expect, test } from "vitest";
import { oneRow, sql } from "../../platform/database/sql.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { createTestDatabase, runOnce, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { IndexMerger } from "./index-merger.ts";

let database: TestDatabase;
let merger: IndexMerger;

beforeAll(async () => {
  database = await createTestDatabase();
  merger = new IndexMerger(database.db);
  // Merges that can be counted, and kept waiting.
  await runOnce(
    database.connectionString,
    `create table merges (id integer generated always as identity);
     create or replace function merge_pending_entries() returns void language sql as 'insert into merges default values'`,
  );
});

afterAll(async () => {
  await merger.close();
  await database.drop();
});

test("a write during a merge is followed by another merge", async () => {
  await database.db.transaction(async (tx) => {
    await tx.query(sql`lock table merges in exclusive mode`);
    merger.note("first");
    await waitUntil("the first merge waits", async () => (await countLockWaits(database.db)) > 0);
    merger.note("second");
  });

  const countMerges = () => database.db.query(sql`select 1 from merges`);
  await waitUntil("both are merged", async () => (await countMerges()).length === 2);
  expect(await countMerges()).toHaveLength(2);
});

test("a table that has grown gets statistics", async () => {
  const countAnalyzed = async () =>
    oneRow(
      await database.db.query<{ rows: number }>(sql`
      select reltuples::integer as rows from pg_class where oid = 'entities'::regclass`),
    ).rows;
  expect(await countAnalyzed()).toBe(-1);
  await database.db.query(sql`
    insert into entities (org_id, entity_type, id, type_path)
    select 'org', 'item', n::text, 'item' from generate_series(1, 2000) n`);

  merger.note("org");

  await waitUntil("the table is analyzed", async () => (await countAnalyzed()) === 2_000);
});
