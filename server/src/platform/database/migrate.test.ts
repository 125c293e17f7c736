import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { type MigrateOptions, type MigrationStep, migrate } from "./migrate.ts";
import { sql } from "./sql.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-migrations-"));
  await writeFile(join(folder, "0001_trees.sql"), "create table trees (id integer primary key);");
  await writeFile(join(folder, "0002_leaves.sql"), "select pg_sleep(0.1); create table leaves (id integer);");
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const run = (options: Partial<MigrateOptions> = {}) =>
  migrate({ connectionString: database.connectionString, folder, ...options });

test("several nodes that start concurrently migrate exactly once", async () => {
  await Promise.all([1, 2, 3].map(() => run()));

  const applied = await database.db.query(sql`select number, name from schema_migrations order by number`);
  expect(applied).toEqual([
    { number: 1, name: "0001_trees.sql" },
    { number: 2, name: "0002_leaves.sql" },
  ]);
});

test("each step is reported", async () => {
  await writeFile(join(folder, "0003_roots.sql"), "create table roots (id integer);");
  const steps: MigrationStep[] = [];

  await run({ onStep: (step) => steps.push(step) });

  expect(steps).toEqual([
    { kind: "started", name: "0003_roots.sql" },
    { kind: "applied", name: "0003_roots.sql", ms: expect.any(Number) },
  ]);
});

test("migrations after the last wanted one are not applied", async () => {
  await writeFile(join(folder, "0004_bark.sql"), "create table bark (id integer);");
  await writeFile(join(folder, "0005_moss.sql"), "create table moss (id integer);");

  await run({ to: 4 });

  const [found] = await database.db.query(sql`select to_regclass('bark')::text as bark, to_regclass('moss') as moss`);
  expect(found).toEqual({ bark: "bark", moss: null });
});

test("a failing migration leaves nothing behind and names its file", async () => {
  const broken = join(folder, "0006_broken.sql");
  await writeFile(broken, "create table half (id integer); select no_such_column;");

  await expect(run()).rejects.toThrow("0006_broken.sql");
  await rm(broken);

  const [found] = await database.db.query(sql`select to_regclass('half') as half`);
  expect(found).toEqual({ half: null });
});

test("the oldest server that can run after a migration is recorded, also in a database of an earlier version", async () => {
  await database.db.query(sql`alter table schema_migrations drop column compatible_from`);
  await writeFile(join(folder, "0007_axe.sql"), "-- Nothing reads bark.\n-- compatible-from: 0006\ndrop table bark;");

  await run();

  const applied = await database.db.query(sql`
    select number, compatible_from from schema_migrations where number in (5, 7) order by number`);
  expect(applied).toEqual([
    { number: 5, compatible_from: null },
    { number: 7, compatible_from: 6 },
  ]);
});

const lockTimeoutMs = 400;

/** A reader that keeps its lock until it ends, such as pg_dump. */
async function openReader(): Promise<pg.Client> {
  const reader = new pg.Client({ connectionString: database.connectionString, application_name: "long report" });
  await reader.connect();
  await reader.query("begin; select count(*) from trees");
  return reader;
}

test("a migration that waits for a long reader lets other readers pass, and succeeds when the reader ends", async () => {
  await writeFile(join(folder, "0008_height.sql"), "alter table trees add column height integer;");
  const reader = await openReader();
  const steps: MigrationStep[] = [];

  const migrating = run({ lockTimeoutMs, onStep: (step) => steps.push(step) });
  let longestMs = 0;
  await waitUntil("the migration has given way twice", async () => {
    const began = performance.now();
    await database.db.query(sql`select count(*) from trees`);
    longestMs = Math.max(longestMs, performance.now() - began);
    return steps.filter(({ kind }) => kind === "lock-awaited").length >= 2;
  });
  await reader.end();
  await migrating;

  // A busy machine may add some time to the lock timeout.
  expect(longestMs).toBeLessThan(lockTimeoutMs + 1_000);
  expect(steps).toContainEqual({
    kind: "lock-awaited",
    name: "0008_height.sql",
    heldBy: expect.stringMatching(/^process \d+ \(postgres, long report\)$/),
  });
  expect(steps.at(-1)).toMatchObject({ kind: "applied", name: "0008_height.sql" });
});

test("a migration that never gets its lock fails with the session that holds it", async () => {
  await writeFile(join(folder, "0009_width.sql"), "alter table trees add column width integer;");
  const reader = await openReader();
  onTestFinished(() => reader.end());

  await expect(run({ lockTimeoutMs, patienceMs: 600 })).rejects.toThrow(
    /^The migration 0009_width\.sql needs a lock that is held by process \d+ \(postgres, long report\)\./,
  );
});
