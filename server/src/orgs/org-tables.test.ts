import { afterAll, beforeAll, expect, test } from "vitest";
import { FolderBlobStore } from "../platform/blobs/folder-blob-store.ts";
import { identifier, sql } from "../platform/database/sql.ts";
import { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { newId } from "../platform/ids.ts";
import { buildOrg } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { deleteDueOrgs } from "./delete-org.ts";
import { orgTables, serviceTables } from "./org-tables.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test("the list has every table of organizations", async () => {
  const rows = await database.db.query<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`);

  expect(rows.map(({ name }) => name).sort()).toEqual([...orgTables].sort());
});

test("the lists have every table that migrations make", async () => {
  const rows = await database.db.query<{ name: string }>(sql`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`);

  expect(rows.map(({ name }) => name).sort()).toEqual([...orgTables, ...serviceTables].sort());
});

test("a table comes before all that it refers to", async () => {
  const references = await database.db.query<{ child: string; parent: string }>(sql`
    select distinct c.relname as child, p.relname as parent from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and not c.relispartition and p.relname <> 'orgs' and c.oid <> p.oid`);
  const places = new Map<string, number>(orgTables.map((name, place) => [name, place]));

  const wrong = references.filter(({ child, parent }) => (places.get(child) ?? 0) > (places.get(parent) ?? 0));
  expect(references.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

/** Values that the checks and references of the schema ask for; all other columns get one by their type. */
const values: Readonly<Record<string, string>> = {
  app_id: "null",
  preset: "null",
  mode: "'open'",
  kind: "'browser'",
  auth_type: "'none'",
  verdict: "'applied'",
  audit_retention_days: "null",
  key_lifetime_days: "null",
  pieces: "'[]'",
  "access_tokens.scope": "'read'",
  "event_workflow_callbacks.status": "'SUCCESS'",
  "idempotency_keys.status": "200",
  // Marked for deletion: the deletion waits for other bytes.
  "loose_blobs.is_doomed": "true",
  "saved_views.scope": "'private'",
  status: "'pending'",
};

const byType: Readonly<Record<string, string>> = {
  text: "'x'",
  integer: "1",
  bigint: "1",
  "double precision": "1",
  boolean: "false",
  jsonb: "'{}'",
  bytea: "'\\x00'",
  ARRAY: "'{}'",
  "timestamp with time zone": "now()",
};

/** One row in every table. Ids are all x, so that references hold. */
async function fill(orgId: string): Promise<void> {
  for (const table of [...orgTables].reverse()) {
    const columns = await database.db.query<{ name: string; type: string }>(sql`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_identity = 'NO' and column_name <> 'org_id'`);
    const given = columns.map(({ name, type }) => values[`${table}.${name}`] ?? values[name] ?? byType[type] ?? "null");
    const names = columns.map(({ name }) => name);
    await database.db.pool.query(
      `insert into ${table} (${["org_id", ...names].join(", ")}) values ('${orgId}', ${given.join(", ")})`,
    );
  }
}

async function rowsOf(orgId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of orgTables) {
    const [row] = await database.db.query<{ count: number }>(sql`
      select count(*) as count from ${identifier(table)} where org_id = ${orgId}`);
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

test("a deletion leaves no row of a filled organization, and all of another", async () => {
  const { db } = database;
  const [org, other] = [await buildOrg({ database }), await buildOrg({ database })];
  await fill(org.id);
  await fill(other.id);
  const full = await rowsOf(other.id);
  await db.query(sql`update orgs set suspended_on = now() where id = ${org.id}`);
  await db.query(sql`
    insert into org_deletions (id, subject_id, slug, requested_by, due_on)
    values (${newId()}, ${org.id}, ${org.slug}, 'a test', now())`);
  const bus = new WakeUpBus(database.connectionString);

  await deleteDueOrgs({ db, bus, files: { db, blobs: new FolderBlobStore("/nowhere") } }, new AbortController().signal);
  await bus.close();

  expect(Object.values(full)).toEqual(orgTables.map(() => 1));
  expect(Object.values(await rowsOf(org.id))).toEqual(orgTables.map(() => 0));
  expect(await rowsOf(other.id)).toEqual(full);
  const [receipt] = await db.query<{ deleted_rows: Record<string, number>; completed_on: Date | null }>(sql`
    select deleted_rows, completed_on from org_deletions where subject_id = ${org.id}`);
  expect(receipt?.completed_on).not.toBeNull();
  expect(receipt?.deleted_rows).toEqual(
    Object.fromEntries([...orgTables.filter((name) => name !== "loose_blobs"), "orgs"].map((name) => [name, 1])),
  );
});
