import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { sql } from "../../server/src/platform/database/sql.ts";
import {
  type BreakMoment,
  type DatabaseProxy,
  startDatabaseProxy,
} from "../../server/src/platform/database/testing/database-proxy.ts";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { type Erp, startErp } from "../testing/erp.ts";
import { type NodeProcess, nodeEnvironment, startNode, untilAnswering } from "../testing/node-process.ts";
import { startWorkload } from "../testing/workload.ts";

const torture = beginTorture("half-open connections");
// From the time that connections are lost. PostgreSQL keeps the locks of their transactions for 30 s.
const answersWithinMs = 60_000;
const delayMs = 200;
const slowMs = 3_000;
const momentMsMax = 1_000;

let database: TestDatabase;
let folder: string;
let proxies: readonly DatabaseProxy[];
/** Each behind its own proxy. */
let nodes: readonly NodeProcess[];
let erp: Erp;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-half-open-"));
  await mkdir(join(folder, "files"));
  proxies = [await startDatabaseProxy(database.connectionString), await startDatabaseProxy(database.connectionString)];
  nodes = await Promise.all(proxies.map(startBehind));
  erp = await startErp({ address, random: torture.random });
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  await erp.close();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Nodes that share their files, as with S3. */
async function startBehind({ connectionString }: DatabaseProxy, index: number): Promise<NodeProcess> {
  const dataFolder = join(folder, `node-${index}`);
  await mkdir(dataFolder);
  await symlink(join(folder, "files"), join(dataFolder, "files"));
  const env = nodeEnvironment({ ...database, connectionString }, dataFolder);
  return startNode({ env: { ...env, DATABASE_POOL: "8", WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" } });
}

function address(): string {
  return torture.pick(nodes).address;
}

test("no half-open or slow connection to the database loses, repeats or breaks anything", {
  timeout: torture.times(240_000),
}, async () => {
  onTestFailed(() => console.log(nodes.map((node) => node.output()).join("\n")));
  const workload = await startWorkload({ database, address, erp, families: torture.isLong ? 100 : 40 });
  const answersAfter: number[] = [];
  const frozenWanted = torture.times(2);

  for (let round = 1; round <= frozenWanted; round += 1) {
    const proxy = torture.pick(proxies);
    await workload.disturb(async () => {
      await delay(torture.random() * momentMsMax);
      proxy.freeze();
      answersAfter.push((await untilAnswering(nodes, workload.headers, answersWithinMs)) / 1_000);
    });
  }
  const slow = torture.pick(proxies);
  await workload.disturb(async () => {
    slow.delay(delayMs);
    await delay(slowMs);
    slow.delay(0);
  });

  const counted = await workload.finish();
  torture.verdict(
    `${frozenWanted} times all connections of a node half-open, which answers again ` +
      `${Math.max(...answersAfter).toFixed(1)} s later at most; then ${delayMs} ms of delay; ${counted}`,
  );
});

const expected: Readonly<Record<BreakMoment | "never", number>> = { never: 201, statement: 503, commit: 504 };

test("a write has an unknown outcome exactly if its connection breaks during the commit", async () => {
  const [proxy] = proxies;
  const [node] = nodes;
  const { headers } = await buildKey({ database }, await buildOrg({ database }));
  const writesWanted = torture.times(30);
  const counts = { never: 0, statement: 0, commit: 0 };

  for (let number = 1; number <= writesWanted; number += 1) {
    const moment = torture.pick(["never", "statement", "commit"] as const);
    const name = `Style ${number} of many`;
    if (moment !== "never") proxy?.breakAt(name, moment);
    const answers = [await create(node, name, headers)];
    while ((answers.at(-1) ?? 500) >= 500 && answers.length < 5) answers.push(await create(node, name, headers));
    expect(answers).toEqual(moment === "never" ? [201] : [expected[moment], 201]);
    counts[moment] += 1;
  }

  const [stored] = await database.db.query(sql`
    select count(*) as items, count(distinct name) as names from entities where name like 'Style % of many'`);
  expect(stored).toEqual({ items: writesWanted, names: writesWanted });
  torture.verdict(
    `${writesWanted} writes, repeated with their Idempotency-Key: ${counts.commit} broken during the commit, each ` +
      `with an unknown outcome, ${counts.statement} before, each with 503; every item exists once`,
  );
});

async function create(
  node: NodeProcess | undefined,
  name: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const answer = await fetch(`${node?.address}/api/items`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "idempotency-key": name.replaceAll(" ", "-") },
    body: JSON.stringify({ name }),
  });
  await answer.text();
  return answer.status;
}
