import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/src/platform/database/sql.ts";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Erp, orderWorkflow, startErp } from "../testing/erp.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";

const torture = beginTorture("workflow kills");
const { random } = torture;
const tasksWanted = torture.times(300);
const killsWanted = torture.times(2);
const batch = 500;

let database: TestDatabase;
let folder: string;
let started = 0;
let nodes: NodeProcess[];
let erp: Erp;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-workflows-"));
  nodes = [await start(), await start()];
  erp = await startErp({ address, random });
  const key = await buildKey({ database }, await buildOrg({ database }));
  headers = { ...key.headers, "content-type": "application/json" };
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  await erp.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function start(): Promise<NodeProcess> {
  return startNode({
    env: {
      DATA_DIR: join(folder, `node-${++started}`),
      DATABASE_URL: database.connectionString,
      DATABASE_POOL: "6",
      WEFT_SECRET: "the same secret on every node, of course",
      WEFT_RATE_LIMIT: "off",
      WEFT_OUTBOUND_ALLOW: "127.0.0.1/32",
    },
  });
}

function address(): string | undefined {
  return nodes[Math.floor(random() * nodes.length)]?.address;
}

async function post(path: string, body: object): Promise<void> {
  for (;;) {
    const answer = await fetch(`${address()}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status < 300) {
      return;
    }
    if (answer.status < 500) {
      throw new Error(`${path}: ${answer.status} ${text}`);
    }
  }
}

/** Kills one node, lets the other continue alone for a moment, and starts another. */
async function killOne(): Promise<void> {
  const [victim] = nodes.splice(Math.floor(random() * nodes.length), 1);
  await victim?.end("SIGKILL");
  // Expires all heartbeats: the live nodes renew theirs at once, the dead one does not.
  await database.db.query(sql`update nodes set seen_on = now() - interval '1 minute'`);
  nodes.push(await start());
}

interface Outcome {
  readonly status: string;
  readonly count: number;
}

function outcomes(): Promise<Outcome[]> {
  return database.db.query<Outcome>(sql`
    select status, count(*) as count from event_workflow_processes group by status order by status`);
}

test("every process ends exactly once, whichever nodes die while its tasks run and wait", {
  timeout: torture.times(600_000),
}, async () => {
  await post("/event-workflows", orderWorkflow(erp));
  for (let made = 0; made < tasksWanted; made += batch) {
    const count = Math.min(batch, tasksWanted - made);
    const operations = Array.from({ length: count }, (_, index) => ({
      op: "create",
      object: { name: `Style ${made + index}`, federatedId: `S${made + index}` },
    }));
    await post("/items/batch", { operations });
  }

  for (let kills = 0; kills < killsWanted; kills++) {
    const momentMs = 200 + random() * 800;
    await delay(momentMs);
    await killOne();
  }
  await waitUntil(
    "every process has ended",
    async () => (await outcomes()).every(({ status }) => status === "completed"),
    300_000,
  );
  await erp.settle();

  expect(await outcomes()).toEqual([{ status: "completed", count: tasksWanted }]);
  const [tally] = await database.db.query<Record<string, number>>(sql`
    select
      (select count(*) from entities where entity_type = 'item' and properties ->> 'order' = 'PO-' || name) as ordered,
      (select count(*) from changes where source = 'workflow') as changes,
      (select count(distinct task_id) from event_workflow_callbacks where verdict = 'applied') as applied,
      (select count(*) from event_workflow_callbacks where verdict = 'applied') as "appliedAll",
      (select sum(log_lines) from event_workflow_tasks)::integer as lines,
      (select count(*) from event_workflow_tasks where status <> 'completed') as open`);
  expect(tally).toEqual({
    ordered: tasksWanted,
    changes: tasksWanted,
    applied: tasksWanted,
    appliedAll: tasksWanted,
    lines: tasksWanted,
    open: 0,
  });
  const keys = new Map<string, Set<unknown>>();
  for (const call of erp.calls) {
    const id: string = call.body.newData.id;
    keys.set(id, (keys.get(id) ?? new Set()).add(call.headers["idempotency-key"]));
  }
  expect(keys.size).toBe(tasksWanted);
  expect([...keys.values()].filter(({ size }) => size !== 1)).toEqual([]);
  torture.verdict(`${killsWanted} nodes killed; ${tasksWanted} processes ended once each, each callback applied once`);
});
