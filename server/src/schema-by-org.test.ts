import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceTables } from "./orgs/org-tables.ts";
import { sql } from "./platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

/**
 * The requirements of a database that is sharded by org: no key may depend on rows of other orgs, and no row may refer
 * to one. See docs/scaling.md.
 */
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const tenantTables = sql`
  select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;

test("every unique key of a tenant's table contains the org", async () => {
  const rows = await database.db.query<{ definition: string }>(sql`
    select pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indisunique and i.indrelid in (${tenantTables})
      and not exists (
        select from pg_attribute a
        where a.attrelid = i.indrelid and a.attname = 'org_id' and a.attnum = any(i.indkey::int2[])
      )`);

  expect(rows).toEqual([]);
});

test("every foreign key between tenants' tables contains the org on both sides", async () => {
  const rows = await database.db.query<{ name: string }>(sql`
    select conrelid::regclass || ' ' || conname as name from pg_constraint k
    where contype = 'f' and conrelid in (${tenantTables}) and confrelid in (${tenantTables})
      and not exists (
        select from unnest(k.conkey, k.confkey) as pair (mine, theirs)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.mine and a.attname = 'org_id'
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs and b.attname = 'org_id'
      )`);

  expect(rows).toEqual([]);
});

test("tenant tables exist, and exactly these tables belong to no org", async () => {
  const rows = await database.db.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and oid not in (${tenantTables})
    order by relname`);

  expect(rows.map(({ name }) => name)).toEqual(serviceTables);
});
