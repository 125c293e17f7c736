import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PostgresDatabase } from "../../server/src/platform/database/database.ts";
import { sql } from "../../server/src/platform/database/sql.ts";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import type { TestDatabase } from "../../server/src/testing/test-database.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { csvOf, makeFashionLine } from "../../tools/fashion-line.ts";
import { type Erp, startErp } from "../testing/erp.ts";
import { buildLoadedHouse, fashionLoads } from "../testing/fashion-house.ts";
import { pollUntilStopped, requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { LoadClient } from "../testing/load-client.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "../testing/node-process.ts";
import { PostgresPair, type Rejoin } from "../testing/postgres-pair.ts";
import { recordedBy, snapshot } from "../testing/snapshot.ts";

const torture = beginTorture("failover");
const failoversWanted = torture.times(2);
const tasksPerFailover = 40;

let postgres: PostgresPair;
let database: TestDatabase;
let folder: string;
let nodes: readonly NodeProcess[];
let erp: Erp;

beforeAll(async () => {
  postgres = await PostgresPair.start({ isSynchronous: true });
  await postgres.query("create database weft encoding 'UTF8' template template0");
  folder = await mkdtemp(join(tmpdir(), "weft-failover-"));
  await mkdir(join(folder, "files"));
  const connectionString = postgres.url("weft");
  const db = new PostgresDatabase({ connectionString, connectionsMax: 4, applicationName: "weft-test" });
  database = { db, connectionString, drop: () => db.close() };
  nodes = [await startOn("first"), await startOn("second")];
  erp = await startErp({ address, random: torture.random });
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  await erp.close();
  await database.drop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Nodes that share their files, as with S3. */
async function startOn(name: string): Promise<NodeProcess> {
  const dataFolder = join(folder, name);
  await mkdir(dataFolder);
  await symlink(join(folder, "files"), join(dataFolder, "files"));
  const env = { ...nodeEnvironment(database, dataFolder), DATABASE_POOL: "8", WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" };
  return startNode({ env });
}

function address(): string {
  return torture.pick(nodes).address;
}

async function buildClient(): Promise<LoadClient> {
  return new LoadClient({ address, headers: (await buildKey({ database }, await buildOrg({ database }))).headers });
}

async function buildHouse(): Promise<LoadClient> {
  const client = await buildClient();
  await buildLoadedHouse(client);
  return client;
}

/** A season changes some styles of the one before, adds some, and removes others from the assortments. */
function season(number: number): string {
  const { items } = makeFashionLine({ families: 100, seed: 100 + number, mistakesPercent: 0 });
  return csvOf({ headers: items.headers, rows: items.rows.slice(((number - 1) % 10) * 10) });
}

async function defineWorkflow(client: LoadClient): Promise<void> {
  await client.call("POST", "/event-workflows", {
    name: "Order",
    triggers: ["item|create"],
    maxConcurrentProcesses: 100_000,
    tasks: [
      {
        name: "order",
        action: "http",
        async: true,
        config: { url: `${erp.url}/orders` },
        retry: { attempts: 5, backoffSeconds: 1 },
      },
      {
        name: "note",
        action: "update-entity",
        config: { entityName: "item", id: "{newData.id}", object: { order: "{tasks.order.output.order}" } },
      },
    ],
  });
}

async function startTasks(client: LoadClient, round: number): Promise<void> {
  const operations = Array.from({ length: tasksPerFailover }, (_, index) => ({
    op: "create",
    object: { name: `Style ${round}-${index}`, federatedId: `S${round}-${index}` },
  }));
  await client.call("POST", "/items/batch", { operations });
}

/** The end of a load, however often the database is away meanwhile. */
async function endOf(client: LoadClient, loadId: string): ReturnType<LoadClient["ended"]> {
  const isAway = (error: unknown) => /: 50[34] /.test(String(error));
  const ask = () =>
    client.call("GET", `/loader-processes/${loadId}`).catch((error) => {
      if (!isAway(error)) throw error;
    });
  let load = await ask();
  await waitUntil(
    "the load has ended",
    async () => {
      load = await ask();
      return load !== undefined && load.status !== "pending" && load.status !== "running";
    },
    300_000,
  );
  return load;
}

async function failOver(): Promise<Rejoin> {
  const momentMs = torture.random() * 1_500;
  const how = torture.pick<Rejoin>(["pg_basebackup", "pg_rewind"]);
  await delay(momentMs);
  await postgres.killPrimary();
  await postgres.rejoin(how);
  await postgres.untilReplicated();
  return how;
}

test("no failover to a synchronous standby loses, repeats or breaks anything", {
  timeout: torture.times(600_000),
}, async () => {
  const target: Target = { address, headers: (await buildKey({ database }, await buildOrg({ database }))).headers };
  const [calm, stormy, tasks] = [await buildHouse(), await buildHouse(), await buildClient()];
  await defineWorkflow(tasks);
  const [writing, polling] = [writeUntilStopped(target), pollUntilStopped(target)];
  const rejoined: Rejoin[] = [];

  for (let round = 1; round <= failoversWanted; round += 1) {
    const file = season(round);
    const undisturbed = await calm.load(file, fashionLoads.items);
    await startTasks(tasks, round);
    const loadId = await stormy.start(file, fashionLoads.items);
    rejoined.push(await failOver());
    const disturbed = await endOf(stormy, loadId);

    expect(undisturbed).toMatchObject({ status: "completed", errors: 0 });
    expect(disturbed).toMatchObject({ status: "completed", errors: 0, counts: undisturbed.counts });
    const recorded = await recordedBy(database, disturbed.changeSetId);
    expect(recorded).toEqual(await recordedBy(database, undisturbed.changeSetId));
    expect(recorded.filter(({ action, changes, entities }) => action === "create" && changes !== entities)).toEqual([]);
  }
  await writing.stop();
  await polling.stop();
  await requireTasksDone();

  expect(await snapshot(stormy)).toEqual(await snapshot(calm));
  const refusals = writing.refusals.map((refusal) => `${refusal.slice(0, 3)} ${JSON.parse(refusal.slice(4)).code}`);
  const honest = ["503 unavailable", "504 outcome-unknown"];
  expect(refusals.filter((refusal) => !honest.includes(refusal))).toEqual([]);
  const [away, unknown] = honest.map((wanted) => refusals.filter((refusal) => refusal === wanted).length);
  await requireAll(target, writing.acknowledged);
  expect([...polling.seen.values()].filter((times) => times !== 1)).toEqual([]);
  expect([...polling.seen.keys()].toSorted()).toEqual(await recordedChanges(target));
  const rewound = rejoined.filter((how) => how === "pg_rewind").length;
  torture.verdict(
    `${failoversWanted} primaries killed, ${rewound} rejoined by pg_rewind; ${writing.acknowledged.size} items written, ` +
      `none lost; ${polling.seen.size} changes received once each; loads as without; ` +
      `${failoversWanted * tasksPerFailover} callbacks applied once; ` +
      `${away} writes answered with 503, ${unknown} with an unknown outcome`,
  );
});

async function requireTasksDone(): Promise<void> {
  const expected = failoversWanted * tasksPerFailover;
  const outcomes = () =>
    database.db.query(sql`select status, count(*) as count from event_workflow_processes group by status`);
  await waitUntil("every process has ended", async () => (await outcomes()).length === 1, 120_000);
  await erp.settle();
  expect(await outcomes()).toEqual([{ status: "completed", count: expected }]);
  const [tally] = await database.db.query(sql`
    select
      (select count(*) from entities where entity_type = 'item' and properties ->> 'order' = 'PO-' || name) as ordered,
      (select count(*) from changes where source = 'workflow') as changes,
      (select count(*) from event_workflow_callbacks where verdict = 'applied') as applied`);
  expect(tally).toEqual({ ordered: expected, changes: expected, applied: expected });
}

/** All changes of the org, each by its entity and version. */
async function recordedChanges({ headers }: Target): Promise<string[]> {
  const rows = await database.db.query<{ change: string }>(sql`
    select entity_id || ' ' || entity_version as change
    from changes where org_id = (select id from orgs where slug = ${headers["x-api-org"]})`);
  return rows.map(({ change }) => change).toSorted();
}
