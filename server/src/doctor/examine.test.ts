import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import type { RawSettings } from "../config/config-sources.ts";
import { sql } from "../platform/database/sql.ts";
import { sealedTables } from "../sealed-tables.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { testSecret } from "../testing/test-service.ts";
import { examine, type Report } from "./examine.ts";
import { checkNames } from "./finding.ts";

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-doctor-"));
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function look(settings: RawSettings = {}): Promise<Report> {
  const own = { DATA_DIR: folder, DATABASE_URL: database.connectionString, WEFT_SECRET: testSecret, PORT: "0" };
  return examine(() => parseConfig({ ...own, ...settings }), sealedTables);
}

function about(report: Report, name: string) {
  return report.checks.filter((finding) => finding.name === name);
}

test("a service that can start has no faults, and nothing is written", async () => {
  const tables = sql`select count(*) from pg_class`;
  const before = await database.db.query(tables);

  const report = await look();

  expect(report.faults).toBe(0);
  expect([...new Set(report.checks.map(({ name }) => name))]).toEqual(checkNames);
  expect(about(report, "database")[0]?.detail).toMatch(/^PostgreSQL 1\d\.\d+ responds in .* ms \(socket:/);
  expect(about(report, "schema")).toMatchObject([{ verdict: "ok" }]);
  expect(about(report, "clock")).toMatchObject([{ verdict: "ok" }]);
  expect(await readdir(folder)).toEqual([]);
  expect(await database.db.query(tables)).toEqual(before);
});

test("the test database, which need not survive a crash, causes a warning", async () => {
  const report = await look();

  const warnings = about(report, "database").filter(({ verdict }) => verdict === "warning");
  expect(warnings.map(({ detail }) => detail.split(" ")[0])).toEqual([
    "fsync",
    "full_page_writes",
    "synchronous_commit",
  ]);
  expect(report.warnings).toBe(report.checks.filter(({ verdict }) => verdict === "warning").length);
});

test("a newer schema is a fault unless it is compatible, an older one is a warning", async () => {
  await database.db.query(sql`insert into schema_migrations (number, name) values (9999, '9999_future.sql')`);
  const newer = await look();
  await database.db.query(sql`update schema_migrations set compatible_from = 0 where number = 9999`);
  const compatible = await look();
  await database.db.query(sql`delete from schema_migrations where number > 10`);
  const older = await look();

  expect(newer.faults).toBe(1);
  expect(about(newer, "schema")).toMatchObject([
    { verdict: "fault", detail: expect.stringContaining("version is 9999") },
  ]);
  expect(about(compatible, "schema")).toMatchObject([
    { verdict: "warning", detail: expect.stringContaining("can run with it") },
  ]);
  expect(older.faults).toBe(0);
  expect(about(older, "schema")).toMatchObject([
    { verdict: "warning", detail: expect.stringContaining("version is 10") },
  ]);
});

test("an empty database stays empty, and a read-only one is a fault", async () => {
  const empty = await createEmptyDatabase();
  const asOwner = await look({ DATABASE_URL: empty.connectionString });
  await empty.db.query(sql`create role doctor_guest login`);
  const asGuest = await look({ DATABASE_URL: empty.connectionString.replace("user=postgres", "user=doctor_guest") });
  await empty.db.query(sql`drop role doctor_guest`);
  const made =
    await empty.db.query(sql`select nspname, relname from pg_namespace left join pg_class on relnamespace = pg_namespace.oid
    where nspname = 'public'`);
  await empty.drop();

  expect(about(asOwner, "schema")).toMatchObject([{ verdict: "ok", detail: expect.stringContaining("no schema yet") }]);
  expect(about(asGuest, "schema")).toMatchObject([
    { verdict: "fault", advice: expect.stringContaining("Set DATABASE_OWNER_URL") },
  ]);
  expect(about(asGuest, "sso")).toMatchObject([{ verdict: "skipped" }]);
  expect(made).toEqual([{ nspname: "public", relname: null }]);
});

test("without a database the other checks still run", async () => {
  const report = await look({ DATABASE_URL: "postgres://weft:hush-hush@127.0.0.1:1/weft" });

  expect(report.faults).toBe(1);
  expect(about(report, "database")).toMatchObject([{ verdict: "fault" }]);
  expect(about(report, "schema")).toMatchObject([{ verdict: "skipped" }]);
  expect(about(report, "disk")).toHaveLength(1);
  expect(JSON.stringify(report)).not.toContain("hush-hush");
});

test("all faults of the configuration are reported, and checks that need one are skipped", async () => {
  const report = await look({ PORT: "many", DATABASE_POOL: "0", WEFT_SECRET: "short" });

  expect(report.faults).toBe(3);
  expect(about(report, "configuration").map(({ detail }) => detail.split(":")[0])).toEqual([
    "PORT",
    "DATABASE_POOL",
    "WEFT_SECRET",
  ]);
  expect(about(report, "node")).toMatchObject([{ verdict: "ok" }]);
  expect(about(report, "database")).toMatchObject([{ verdict: "skipped" }]);
});
