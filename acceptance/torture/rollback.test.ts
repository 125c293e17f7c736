import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "../../server/src/config/config.ts";
import { migrationsFolder as ownMigrations } from "../../server/src/config/open-database.ts";
import { type Service, startService } from "../../server/src/node.ts";
import { sql } from "../../server/src/platform/database/sql.ts";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { silentLog } from "../../server/src/testing/test-service.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { ChangingNodes } from "../testing/changing-nodes.ts";
import { pollUntilStopped, requireAll, type Target, type Writing, writeUntilStopped } from "../testing/item-writers.ts";

/** The nodes of this checkout are those of the previous release; the next one has these migrations too. */
const expanding = `
  create table future_notes (org_id text not null, id text not null, primary key (org_id, id));
  alter table entities add column future_flag boolean not null default false;
  alter table changes add column future_origin text;
  alter table orgs add column future_plan text not null default 'basic';
  create index future_entities on entities (org_id, future_flag) where future_flag;`;
const contracting = "-- compatible-from: 9001\nalter table orgs drop column future_plan;";

const torture = beginTorture("rollback");
let cluster: ChangingNodes;
let migrationsFolder: string;

beforeAll(async () => {
  cluster = await ChangingNodes.start(2);
  migrationsFolder = await mkdtemp(join(tmpdir(), "weft-next-"));
  await cp(ownMigrations, migrationsFolder, { recursive: true });
  await writeFile(join(migrationsFolder, "9001_future.sql"), expanding);
});

afterAll(async () => {
  await cluster.stop();
  await rm(migrationsFolder, { recursive: true });
});

async function startNext(): Promise<Service> {
  const config = parseConfig({ ...(await cluster.nextEnvironment()), PORT: "0" });
  const service = await startService(config, silentLog, { migrationsFolder, runsLoadsHere: true });
  cluster.proxy.add(service.address);
  return service;
}

async function stopNext(service: Service): Promise<void> {
  await cluster.proxy.drain(service.address);
  await service.stop();
}

async function waitForWrites({ acknowledged }: Writing): Promise<void> {
  const before = acknowledged.size;
  await waitUntil("writes continue", async () => acknowledged.size >= before + 40, 60_000);
}

test("an upgrade is rolled back under load: the previous version restarts on the newer schema, and nothing is lost", {
  timeout: torture.times(600_000),
}, async () => {
  const { headers } = await buildKey(cluster, await buildOrg(cluster));
  const target: Target = { address: () => cluster.proxy.address, headers };
  const [writing, polling] = [writeUntilStopped(target), pollUntilStopped(target)];
  await waitForWrites(writing);

  const next = await startNext();
  await waitForWrites(writing);
  // A node of the previous version crashes amid the upgrade, and starts again.
  await cluster.kill(torture.pick(cluster.nodes));
  await cluster.add();
  await waitForWrites(writing);
  // The upgrade is rolled back: only the previous version is left, all of it started on the newer schema.
  await stopNext(next);
  for (const node of [...cluster.nodes]) {
    await cluster.add();
    expect(await cluster.stopNode(node)).toBe(0);
  }
  await waitForWrites(writing);
  const warnings = cluster.nodes.map((node) => node.output());
  // And it is done again.
  const again = await startNext();
  await waitForWrites(writing);
  await writing.stop();
  await polling.stop();

  expect(warnings.every((output) => /schema version is 9001; this server was made for \d+/.test(output))).toBe(true);
  expect(writing.refusals.filter((refusal) => !refusal.startsWith("502 broken with"))).toEqual([]);
  await requireAll({ ...target, address: () => again.address }, writing.acknowledged);
  expect([...polling.seen.values()].filter((times) => times !== 1)).toEqual([]);
  await stopNext(again);
  torture.verdict(
    `a newer schema was applied, 1 node killed and restarted on it, then all nodes went back to the previous version and ` +
      `forward again; ${writing.acknowledged.size} items written, none lost, ${polling.seen.size} changes received once each`,
  );
});

test("the previous version refuses a schema that it cannot run with, and says what to do", async () => {
  await writeFile(join(migrationsFolder, "9002_contract.sql"), contracting);
  await stopNext(await startNext());

  await expect(cluster.add()).rejects.toThrow(
    /The schema version is 9002, but this server supports \d+: it will not start\. Install the newer server that migrated the database, or restore a backup from before\./,
  );
  expect(
    await cluster.database.db.query(sql`
      select number, compatible_from from schema_migrations where number > 9000 order by number`),
  ).toEqual([
    { number: 9001, compatible_from: 0 },
    { number: 9002, compatible_from: 9001 },
  ]);
});
