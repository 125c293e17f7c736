import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, onTestFailed, test } from "vitest";
import { PostgresDatabase } from "../../server/src/platform/database/database.ts";
import type { TestDatabase } from "../../server/src/testing/test-database.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { type Erp, startErp } from "../testing/erp.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "../testing/node-process.ts";
import { PostgresPair, type Rejoin } from "../testing/postgres-pair.ts";
import { startWorkload } from "../testing/workload.ts";

const torture = beginTorture("failover");
const failoversWanted = torture.times(2);

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
  onTestFailed(() => console.log(nodes.map((node) => node.output()).join("\n")));
  const workload = await startWorkload({ database, address, erp, families: 100 });
  const rejoined: Rejoin[] = [];

  for (let round = 1; round <= failoversWanted; round += 1) {
    await workload.disturb(async () => void rejoined.push(await failOver()));
  }

  const counted = await workload.finish();
  const rewound = rejoined.filter((how) => how === "pg_rewind").length;
  torture.verdict(`${failoversWanted} primaries killed, ${rewound} rejoined by pg_rewind; ${counted}`);
});
