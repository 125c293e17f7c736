import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildOrg } from "../../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { sql } from "../database/sql.ts";
import { addJob, countJobs, type JobRequest } from "./job-store.ts";
import { type JobNode, startJobNode } from "./testing/start-job-node.ts";

let database: TestDatabase;
let nodes: JobNode[];

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  nodes = [];
  await database.db.query(sql`delete from nodes`);
  await database.db.query(sql`delete from jobs`);
});

afterEach(() => Promise.all(nodes.map((node) => node.stop())));

afterAll(() => database.drop());

async function buildOrgs(count: number): Promise<string[]> {
  const orgs = await Promise.all(Array.from({ length: count }, () => buildOrg({ database })));
  return orgs.map(({ id }) => id);
}

function add(orgId: string, job: Partial<JobRequest>): Promise<void> {
  return database.db.transaction((tx) => addJob(tx, orgId, { task: "work", payload: orgId, ...job }));
}

type Run = (payload: unknown, stopping: AbortSignal) => Promise<void>;

async function startNode(run: Run): Promise<JobNode> {
  const node = await startJobNode(database.connectionString, [{ task: "work", run }]);
  nodes.push(node);
  return node;
}

/** Work that runs until it is released, one by one or all at once. */
function holdWork() {
  const begun: unknown[] = [];
  const waiting: (() => void)[] = [];
  return {
    begun,
    run(payload: unknown): Promise<void> {
      begun.push(payload);
      return new Promise((resolve) => waiting.push(resolve));
    },
    letGo: () => waiting.shift()?.(),
    letAllGo: () => waiting.splice(0).forEach((go) => void go()),
  };
}

async function countLeft(): Promise<number> {
  return (await database.db.query(sql`select 1 from jobs`)).length;
}

test("an organization with many jobs gets half of the slots, and another one the next", async () => {
  const [busy = "", quiet = ""] = await buildOrgs(2);
  for (let number = 0; number < 20; number += 1) {
    await add(busy, {});
  }
  const work = holdWork();
  await startNode(work.run);
  await waitUntil("it has its share", () => work.begun.length === 4);

  await add(quiet, {});
  await waitUntil("the other has begun", () => work.begun.includes(quiet));

  expect(work.begun).toEqual([busy, busy, busy, busy, quiet]);
  await database.db.query(sql`delete from jobs where claimed_by is null`);
  work.letAllGo();
});

test("organizations take turns for slots that become free", async () => {
  const orgs = await buildOrgs(10);
  for (const orgId of orgs) {
    await add(orgId, { queue: "line" });
    await add(orgId, { queue: "line" });
  }
  const work = holdWork();
  await startNode(work.run);
  await waitUntil("all slots are taken", () => work.begun.length === 8);

  while (work.begun.length < 20) {
    const { length } = work.begun;
    work.letGo();
    await waitUntil("the next has begun", () => work.begun.length === length + 1);
  }

  expect(work.begun.slice(0, 10).toSorted()).toEqual(orgs.toSorted());
  expect(work.begun.slice(10).toSorted()).toEqual(orgs.toSorted());
  work.letAllGo();
});

test("jobs of a queue run one after the other over all nodes, by priority and then by age", async () => {
  const [orgId = ""] = await buildOrgs(1);
  let running = 0;
  let most = 0;
  const runs: unknown[] = [];
  const run: Run = async (payload) => {
    running += 1;
    most = Math.max(most, running);
    runs.push(payload);
    await new Promise(setImmediate);
    running -= 1;
  };
  for (let number = 1; number <= 10; number += 1) {
    await add(orgId, { payload: number, queue: "line" });
  }
  await add(orgId, { payload: 0, queue: "line", priority: -1 });

  await Promise.all([startNode(run), startNode(run), startNode(run)]);
  await waitUntil("all are done", async () => (await countLeft()) === 0);

  expect(most).toBe(1);
  expect(runs).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("a job that is added again while it runs is run once more, and its failure is not retried", async () => {
  const [orgId = ""] = await buildOrgs(1);
  const runs: unknown[] = [];
  await startNode(async (payload) => {
    runs.push(payload);
    if (payload === "first") {
      await add(orgId, { payload: "second", key: "again" });
      throw new Error("superseded");
    }
  });

  await add(orgId, { payload: "first", key: "again" });
  await waitUntil("both are done", async () => runs.length === 2 && (await countLeft()) === 0);

  expect(runs).toEqual(["first", "second"]);
});

test("a failed job waits e^n seconds after attempt n, and is abandoned after 25", async () => {
  const [orgId = ""] = await buildOrgs(1);
  const node = await startNode(async () => {
    throw new Error("never");
  });
  await add(orgId, {});
  const waits: number[] = [];
  for (const attempts of [1, 2, 12, 25]) {
    await waitUntil("it has failed", async () => {
      const [job] = await database.db.query<{ seconds: number }>(sql`
        select extract(epoch from run_on - now())::double precision as seconds from jobs
        where claimed_by is null and attempts = ${attempts}`);
      waits.push(...(job === undefined ? [] : [job.seconds]));
      return job !== undefined;
    });
    const next = attempts === 1 ? 1 : attempts === 2 ? 11 : 24;
    await database.db.query(sql`update jobs set run_on = now(), attempts = greatest(attempts, ${next})`);
  }

  const expected = [Math.E, Math.exp(2), Math.exp(10), Math.exp(10)];
  expect(waits.map((seconds, index) => (expected[index] ?? 0) - seconds < 2)).toEqual([true, true, true, true]);
  expect(await countJobs(database.db)).toEqual({ due: 0, running: 0, failed: 1 });
  expect(node.failures).toHaveLength(4);
});

test("a claim of an unknown node is released, and so is one that the node does not run", async () => {
  const [orgId = ""] = await buildOrgs(1);
  const runs: unknown[] = [];
  const node = await startNode(async (payload) => void runs.push(payload));
  await database.db.query(sql`
    insert into jobs (org_id, id, task, payload, claimed_by, attempts)
    values (${orgId}, 'a', 'work', '"dead"', 'a node that is gone', 1),
      (${orgId}, 'b', 'work', '"lost"', ${node.heartbeat.id}, 1)`);

  await waitUntil("both are done", async () => (await countLeft()) === 0);

  expect(runs.toSorted()).toEqual(["dead", "lost"]);
});

test("a node that others consider dead does not end the job of another node", async () => {
  const [orgId = ""] = await buildOrgs(1);
  const work = holdWork();
  const node = await startNode(work.run);
  await add(orgId, {});
  await waitUntil("it runs", () => work.begun.length === 1);

  await database.db.query(sql`insert into nodes (id, seen_on) values ('another', now() + interval '1 hour')`);
  await database.db.query(sql`update jobs set claimed_by = 'another', attempts = 2`);
  work.letGo();
  await node.runner.stop();

  expect(await database.db.query(sql`select claimed_by, attempts from jobs`)).toEqual([
    { claimed_by: "another", attempts: 2 },
  ]);
});
