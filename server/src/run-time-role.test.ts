import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { changeJobs } from "./changes/change-jobs.ts";
import { formatGrants } from "./commands/migrate-actions.ts";
import { parseConfig } from "./config/config.ts";
import type { RawSettings } from "./config/config-sources.ts";
import { migrateDatabase } from "./config/open-database.ts";
import { examine } from "./doctor/examine.ts";
import { mergePendingEntries, renewStatistics } from "./entities/model/entity-store.ts";
import { type Service, startService } from "./node.ts";
import { PostgresDatabase } from "./platform/database/database.ts";
import { findSchemaNames } from "./platform/database/schema-store.ts";
import { sql } from "./platform/database/sql.ts";
import { sealedTables } from "./sealed-tables.ts";
import { createOwnedDatabase, type OwnedDatabase, runOnce } from "./testing/test-database.ts";
import { silentLog, testSecret } from "./testing/test-service.ts";

let database: OwnedDatabase;
let asRole: PostgresDatabase;
const running: Service[] = [];

beforeAll(async () => {
  database = await createOwnedDatabase();
  const { roleUrl: connectionString } = database;
  asRole = new PostgresDatabase({ connectionString, connectionsMax: 2, applicationName: "weft-test" });
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

afterAll(async () => {
  await asRole.close();
  await database.drop();
});

async function configure(settings: RawSettings) {
  const folder = await mkdtemp(join(inject("runFolder"), "role-"));
  return parseConfig({
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: database.roleUrl,
    DATABASE_POOL: "4",
    WEFT_SECRET: testSecret,
    WEFT_RATE_LIMIT: "off",
    ...settings,
  });
}

async function start(settings: RawSettings, options: { readonly migrates?: boolean } = {}): Promise<Service> {
  const service = await startService(await configure(settings), silentLog, {
    runsLoadsHere: true,
    ...options,
  });
  running.push(service);
  return service;
}

async function examineSchema(settings: RawSettings) {
  const config = await configure(settings);
  const { checks } = await examine(() => config, sealedTables);
  return checks.filter(({ name }) => name === "schema");
}

async function grant(): Promise<void> {
  const text = formatGrants(database.role, await findSchemaNames(database.db));
  await runOnce(database.ownerUrl, text);
}

test("a role that does not own an empty database is rejected with advice to name the owner", async () => {
  const message = "no schema yet, this server needs";

  await expect(start({})).rejects.toThrow(message);
  expect(await examineSchema({})).toMatchObject([
    {
      verdict: "fault",
      detail: expect.stringContaining(message),
      advice: expect.stringContaining("DATABASE_OWNER_URL"),
    },
  ]);
});

test("a role without privileges is rejected with advice to grant them", async () => {
  await migrateDatabase(database.ownerUrl);
  const message = /lacks privileges on .* and \d+ more\. .* weft migrate --grants role_/;

  await expect(start({ DATABASE_OWNER_URL: database.ownerUrl })).rejects.toThrow(message);
  expect(await examineSchema({ DATABASE_OWNER_URL: database.ownerUrl })).toMatchObject([
    { verdict: "fault", advice: expect.stringContaining("weft migrate --grants role_") },
  ]);
});

test("an owner of another database is rejected", async () => {
  const other = await createOwnedDatabase();
  onTestFinished(() => other.drop());

  await expect(start({ DATABASE_URL: other.roleUrl, DATABASE_OWNER_URL: database.ownerUrl })).rejects.toThrow(
    "Both must name the same database.",
  );
});

test("a worker needs the owner to create indexes, an API node does not", async () => {
  await grant();
  const message = "cannot create indexes for searchable properties";

  await expect(start({})).rejects.toThrow(message);
  expect(await examineSchema({})).toMatchObject([{ verdict: "fault", detail: expect.stringContaining(message) }]);
  expect(await examineSchema({ WEFT_ROLE: "api" })).toMatchObject([{ verdict: "ok" }]);
  expect(await examineSchema({ DATABASE_OWNER_URL: database.ownerUrl })).toMatchObject([{ verdict: "ok" }]);
});

test("partitions, the index on properties and statistics are maintained through functions of the owner", async () => {
  await database.db.query(sql`
    do $$ declare name text; begin
      for name in select relname from pg_class where relname ~ '^changes_\\d{4}_\\d{2}$' order by relname desc limit 1
      loop execute format('drop table %I', name); end loop; end $$`);
  const countPartitions = async () =>
    (await database.db.query(sql`select from pg_inherits where inhparent = 'changes'::regclass`)).length;
  const before = await countPartitions();

  for (const job of changeJobs(asRole)) {
    await job.run({}, new AbortController().signal);
  }
  await mergePendingEntries(asRole);
  await renewStatistics(asRole);

  expect(await countPartitions()).toBe(before + 1);
});

test.each([
  "create table trees (id integer)",
  "drop table orgs",
  "alter table orgs add column tree text",
  "delete from schema_migrations",
  "create index on entities (name)",
])("the role cannot %s", async (text) => {
  await expect(asRole.query({ text, values: [] })).rejects.toThrow(/permission denied|must be owner/);
});

test("a start that may not migrate refuses an older schema", async () => {
  await database.db.query(
    sql`delete from schema_migrations where number = (select max(number) from schema_migrations)`,
  );

  await expect(start({ DATABASE_OWNER_URL: database.ownerUrl }, { migrates: false })).rejects.toThrow(
    /^The schema version is \d+, but this server needs \d+\. Run weft migrate, or start without --no-migrate\.$/,
  );
});
