import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { migrate } from "./migrate.ts";
import { sql } from "./sql.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(sql`drop table schema_migrations`);
  folder = await mkdtemp(join(tmpdir(), "weft-migrations-"));
  await writeFile(join(folder, "0001_trees.sql"), "create table trees (id integer primary key);");
  await writeFile(join(folder, "0002_leaves.sql"), "select pg_sleep(0.1); create table leaves (id integer);");
});

afterAll(() => database.drop());

test("several nodes that start concurrently migrate exactly once", async () => {
  await Promise.all([1, 2, 3].map(() => migrate(database.connectionString, folder)));

  const applied = await database.db.query(sql`select number, name from schema_migrations order by number`);
  expect(applied).toEqual([
    { number: 1, name: "0001_trees.sql" },
    { number: 2, name: "0002_leaves.sql" },
  ]);
});

test("a failing migration leaves nothing behind and names its file", async () => {
  await writeFile(join(folder, "0003_broken.sql"), "create table half (id integer); select no_such_column;");

  await expect(migrate(database.connectionString, folder)).rejects.toThrow("0003_broken.sql");

  const [found] = await database.db.query(sql`select to_regclass('half') as half`);
  expect(found).toEqual({ half: null });
});

test("an older server rejects a newer schema", async () => {
  await database.db.query(sql`insert into schema_migrations (number, name) values (9, '0009_future.sql')`);

  await expect(migrate(database.connectionString, folder)).rejects.toThrow("Start a newer server");
});
