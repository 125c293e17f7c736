import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sql } from "../../server/src/platform/database/sql.ts";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "../testing/node-process.ts";

const torture = beginTorture("kills of many orgs");
const orgCount = 12;
const writersEach = 2;

let database: TestDatabase;
let folder: string;
let nodes: [NodeProcess, NodeProcess];
let targets: readonly Target[];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-kills-of-many-orgs-"));
  nodes = [await start("first"), await start("second")];
  const keys = Array.from({ length: orgCount }, async () => buildKey({ database }, await buildOrg({ database })));
  targets = (await Promise.all(keys)).map(({ headers }) => ({
    // Each organization is written on both nodes.
    address: () => nodes[torture.random() < 0.5 ? 0 : 1].address,
    headers,
  }));
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function start(name: string): Promise<NodeProcess> {
  return startNode({ env: { ...nodeEnvironment(database, join(folder, name)), DATABASE_POOL: "10" } });
}

/** How many transactions have written rows of several organizations. */
async function sharedTransactions(): Promise<number> {
  const [row] = await database.db.query<{ count: number }>(sql`
    select count(*) as count from (
      select xmin::text from entities group by xmin::text having count(distinct org_id) > 1) as shared`);
  return row?.count ?? 0;
}

test("one of two nodes killed during writes of many organizations loses nothing that it acknowledged to any", async () => {
  const writings = targets.map((target) => writeUntilStopped(target, writersEach));
  const written = () => writings.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const writeMore = async () => {
    const wanted = written() + 100 + Math.floor(torture.random() * 200);
    await waitUntil(`${wanted} items are there`, async () => written() >= wanted, 60_000);
  };
  for (let kill = 0; kill < torture.times(2); kill += 1) {
    await writeMore();
    expect(await nodes[0].end("SIGKILL")).toBe("SIGKILL");
    nodes[0] = await start("first");
  }
  await writeMore();
  await Promise.all(writings.map((writing) => writing.stop()));

  for (const [index, target] of targets.entries()) {
    await requireAll(target, writings[index]?.acknowledged ?? new Map());
  }
  const errors = writings.flatMap(({ refusals }) => refusals.filter((text) => text.startsWith("500")));
  expect(errors).toEqual([]);
  const shared = await sharedTransactions();
  // On a distributed database, a transaction writes the rows of one organization only.
  expect(shared > 0).toBe(inject("workerUrls").length === 0);
  torture.verdict(
    `a node killed ${torture.times(2)} times; ${written()} items of ${orgCount} organizations, none lost; ` +
      `${shared} transactions were shared`,
  );
}, 1_200_000);
