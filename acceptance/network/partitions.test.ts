import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { PostgresDatabase } from "../../server/src/platform/database/database.ts";
import { sql } from "../../server/src/platform/database/sql.ts";
import type { TestDatabase } from "../../server/src/testing/test-database.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type DebianPostgres, startDebianPostgres } from "../testing/debian-postgres.ts";
import { type Erp, startErp } from "../testing/erp.ts";
import { type NetworkFailure, type NetworkPlace, NodeNetwork } from "../testing/node-network.ts";
import { isReady, type NodeProcess, nodeEnvironment, startNode, untilAnswering } from "../testing/node-process.ts";
import { startWorkload, type Workload } from "../testing/workload.ts";

const torture = beginTorture("partitions");
// From the time that a failure ends.
const answersWithinMs = 30_000;
const releasedWithinMs = 25_000;

interface PlacedNode extends NodeProcess {
  readonly place: NetworkPlace;
}

let network: NodeNetwork;
let postgres: DebianPostgres;
let postgresPort: number;
let database: TestDatabase;
let folder: string;
let nodes: readonly PlacedNode[];
let erp: Erp;

beforeAll(async () => {
  network = new NodeNetwork();
  postgres = await startDebianPostgres({ host: network.hostAddress });
  await postgres.run("postgres", "create database weft encoding 'UTF8' template template0");
  folder = await mkdtemp(join(tmpdir(), "weft-network-"));
  await mkdir(join(folder, "files"));
  const connectionString = postgres.url("weft");
  postgresPort = Number(new URL(connectionString).port);
  const db = new PostgresDatabase({ connectionString, connectionsMax: 4, applicationName: "weft-test" });
  database = { db, connectionString, drop: () => db.close() };
  nodes = [await startOn("first"), await startOn("second")];
  erp = await startErp({ address, random: torture.random, host: network.hostAddress });
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  await erp.close();
  await database.drop();
  await postgres.stop();
  network.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Nodes that share their files, as with S3. */
async function startOn(name: string): Promise<PlacedNode> {
  const dataFolder = join(folder, name);
  await mkdir(dataFolder);
  await symlink(join(folder, "files"), join(dataFolder, "files"));
  const place = network.addPlace();
  const env = {
    ...nodeEnvironment(database, dataFolder),
    HOST: place.address,
    DATABASE_POOL: "8",
    WEFT_OUTBOUND_ALLOW: `${network.hostAddress}/32`,
  };
  return { ...(await startNode({ env, launcher: [...place.launcher, process.execPath] })), place };
}

function address(): string {
  return torture.pick(nodes).address;
}

const failures: readonly (() => NetworkFailure)[] = [
  () => ({ kind: "partition" }),
  () => ({ kind: torture.pick(["node cannot send", "node cannot receive"]) }),
  () => ({ kind: "loss", percent: 10 + Math.floor(torture.random() * 21) }),
];

/** Long ones outlast the timeouts of both ends. */
function failureMs(): number {
  return 2_500 + torture.random() * (torture.isLong ? 20_000 : 2_500);
}

/** What was measured, in seconds. */
interface Times {
  readonly recovery: number[];
  readonly release: number[];
}

/** A partition lasts until PostgreSQL has ended the sessions of the node, which releases their locks. */
async function breakAndHeal(
  node: PlacedNode,
  failure: NetworkFailure,
  headers: Workload["headers"],
  times: Times,
): Promise<void> {
  await delay(torture.random() * 500);
  const began = performance.now();
  node.place.break(failure, postgresPort);
  // A shorter partition breaks no connection.
  if (failure.kind === "partition" && (!torture.isLong || torture.random() < 0.5)) {
    await waitUntil("PostgreSQL has ended the sessions", async () => (await sessionsOf(node)) === 0, releasedWithinMs);
    times.release.push((performance.now() - began) / 1_000);
  } else {
    await delay(failureMs());
  }
  if (failure.kind !== "loss") expect(await isReady(node)).toBe(false);
  node.place.heal();
  times.recovery.push((await untilAnswering(nodes, headers, answersWithinMs)) / 1_000);
}

async function sessionsOf({ place }: PlacedNode): Promise<number> {
  const rows = await database.db.query(sql`select 1 from pg_stat_activity where client_addr = ${place.address}::inet`);
  return rows.length;
}

test("no partition or loss between a node and its database loses, repeats or breaks anything", {
  timeout: torture.times(240_000),
}, async () => {
  onTestFailed(() => console.log(nodes.map((node) => node.output()).join("\n")));
  const workload = await startWorkload({ database, address, erp, families: torture.isLong ? 100 : 40 });
  const wanted = Array.from({ length: torture.times(1) }, () => torture.shuffle(failures)).flat();
  const times: Times = { recovery: [], release: [] };

  for (const makeFailure of wanted) {
    await workload.disturb(() => breakAndHeal(torture.pick(nodes), makeFailure(), workload.headers, times));
  }

  const counted = await workload.finish();
  torture.verdict(
    `${wanted.length} partitions and losses; locks of a lost node released after ${most(times.release)} s at most, ` +
      `all nodes answer ${most(times.recovery)} s after the failure at most; ${counted}`,
  );
});

function most(seconds: readonly number[]): string {
  return Math.max(...seconds).toFixed(1);
}
