import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { migrateDatabase } from "../config/open-database.ts";
import { checkDistribution } from "../doctor/check-distribution.ts";
import { orgTables } from "../orgs/org-tables.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { identifier, sql } from "../platform/database/sql.ts";
import { buildOrg } from "../testing/builders.ts";
import { createCitusDatabase } from "../testing/citus-cluster.ts";
import { createTestDatabase, runOnce, type TestDatabase } from "../testing/test-database.ts";
import { distribute, distributeNewTables, readDistribution } from "./distribute.ts";
import { moveOrg } from "./move-org.ts";
import { findOrgShard, listWorkerIds } from "./org-shard-store.ts";
import { planDistribution } from "./plan-distribution.ts";

/** A migrated database that is not distributed, on servers with Citus. */
async function createPlainDatabase(): Promise<TestDatabase> {
  const urls = [inject("postgresUrl"), ...inject("workerUrls")];
  const name = `test_${randomBytes(6).toString("hex")}`;
  const connectionString = await createCitusDatabase({ urls }, name);
  await migrateDatabase(connectionString);
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-test" });
  const drop = async () => {
    await db.close();
    for (const url of urls) {
      await runOnce(url, `drop database ${name} with (force)`);
    }
  };
  onTestFinished(drop);
  return { db, connectionString, drop };
}

async function countRows({ db }: Pick<TestDatabase, "db">): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ["orgs", ...orgTables]) {
    const [row] = await db.query<{ count: number }>(sql`select count(*) as count from ${identifier(table)}`);
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

test("a database with data is distributed, also by runs that are interrupted after each step", async () => {
  const database = await createPlainDatabase();
  const { db } = database;
  for (let made = 0; made < 20; made += 1) {
    const { id } = await buildOrg({ database });
    await db.query(sql`
      insert into changes (org_id, created_on, sequence, entity_type, entity_id, type_path, action, entity_version,
        change_set_id, source, diffs)
      select ${id}, now(), n, 'item', 'x', 'item', 'create', 1, 'x', 'api', '{}' from generate_series(1, 10) as n`);
  }
  const before = { counts: await countRows(database), state: await readDistribution(db) };
  const steps = planDistribution(before.state).length;

  let runs = 0;
  for (let left = steps; left > 0; left = planDistribution(await readDistribution(db)).length) {
    await distribute(db, () => {
      throw new Error("interrupted");
    }).catch(() => {});
    runs += 1;
  }
  await distribute(db, () => {});

  const after = await readDistribution(db);
  const [record] = await db.query(sql`select to_regclass('distribution_dropped_keys') as found`);
  expect(runs).toBe(steps);
  expect(planDistribution(after)).toEqual([]);
  expect(after.foreignKeys).toEqual(before.state.foreignKeys);
  expect(await countRows(database)).toEqual(before.counts);
  expect(before.counts["changes"]).toBe(200);
  expect(record).toEqual({ found: null });
});

test("a node that is running keeps its data from being moved", async () => {
  const { db } = await createPlainDatabase();
  await db.query(sql`insert into nodes (id) values ('a')`);

  await expect(distribute(db, () => {})).rejects.toThrow("A node is running. Stop all nodes");
});

test("a migration creates tables, indexes and keys on a distributed schema", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), "weft-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, "9001_again.sql"),
    `drop table load_batches;
    create table load_batches (
      org_id text collate "C" not null references orgs, load_id text collate "C" not null, number integer not null,
      primary key (org_id, load_id, number));
    alter table load_batches add foreign key (org_id, load_id) references loads on delete cascade;
    create index load_batches_by_number on load_batches (number, org_id);
    alter table orgs add column motto text;
    create index orgs_by_motto on orgs (motto);
    alter table entities add column motto text;
    update entities set motto = name where true;`,
  );

  await migrate({
    connectionString: database.connectionString,
    folder,
    onTableCreated: distributeNewTables,
  });

  const { tables } = await readDistribution(database.db);
  expect(tables).toContainEqual({ name: "load_batches", placement: "tenant", localBytes: 0 });
});

test("the check describes the placement of a distributed database", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());

  const [first, ...others] = await checkDistribution({ ...database, origin: "a test", close: async () => {} }).look(
    new AbortController().signal,
  );

  expect(first).toMatchObject({ verdict: "ok", detail: expect.stringContaining("tables distributed by organization") });
  expect(others).toEqual([]);
});

test("an organization moves to another worker with all of its rows", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  const orgs = await Promise.all(Array.from({ length: 12 }, () => buildOrg({ database })));
  const shards = await Promise.all(orgs.map(({ id }) => findOrgShard(db, id)));
  const place = shards.findIndex(({ orgs: count }) => count > 1);
  const [org, shard] = [orgs[place], shards[place]];
  if (org === undefined || shard === undefined) {
    throw new Error("Twelve organizations on four shards must share some.");
  }
  const [to = ""] = [...(await listWorkerIds(db)).keys()].filter((worker) => worker !== shard.worker);
  const before = await countRows(database);

  const steps: string[] = [];
  const moved = await moveOrg(db, { orgId: org.id, to, mode: "block_writes" }, (step) => steps.push(step));
  const again = await moveOrg(db, { orgId: org.id, to, mode: "block_writes" }, (step) => steps.push(step));

  expect(steps).toEqual(["isolate", "move"]);
  expect(moved).toMatchObject({ worker: to, orgs: 1 });
  expect(again).toEqual(moved);
  expect(await countRows(database)).toEqual(before);
  await expect(moveOrg(db, { orgId: org.id, to: "nowhere", mode: "auto" }, () => {})).rejects.toThrow(
    "--to must be one of the workers",
  );
});
