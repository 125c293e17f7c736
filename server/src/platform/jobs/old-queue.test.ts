import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildOrg } from "../../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { sql } from "../database/sql.ts";
import { addJob, countJobs } from "./job-store.ts";
import { addOldJob, addOldNode, buildOldQueue, countOldJobs } from "./testing/build-old-queue.ts";
import { type JobNode, startJobNode } from "./testing/start-job-node.ts";

let database: TestDatabase;
let node: JobNode | undefined;
let orgId: string;
let runs: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await buildOldQueue(database);
  orgId = (await buildOrg({ database })).id;
});

afterAll(() => database.drop());

beforeEach(async () => {
  await database.db.query(sql`
    truncate nodes, jobs, job_schedules, graphile_worker._private_jobs, graphile_worker._private_job_queues cascade`);
  runs = [];
});

afterEach(async () => {
  await node?.stop();
  node = undefined;
});

/** A node of this version. Its scheduled task is due at once. */
async function startNode(run: () => Promise<void> = async () => {}): Promise<void> {
  await database.db.query(sql`insert into job_schedules (task, run_on) values ('tidy', now())`);
  node = await startJobNode(database.connectionString, [
    {
      task: "work",
      run: async (payload) => {
        runs.push(nameOf(payload));
        await run();
      },
    },
    { task: "tidy", schedule: "0 0 1 1 *", run: async () => void runs.push("tidy") },
  ]);
}

function nameOf(payload: unknown): string {
  return typeof payload === "object" && payload !== null && "name" in payload ? String(payload.name) : "";
}

const queue = "line";

test("without old nodes all jobs they left are run, and failed ones stay visible", async () => {
  await addOldJob(database, { task: "work", payload: { orgId, name: "waiting" }, key: "a", queue });
  await addOldJob(database, { task: "work", payload: { orgId, name: "locked" }, key: "b", lockedBy: "gone" });
  await addOldJob(database, { task: "work", payload: { orgId, name: "later" }, runInSeconds: 3_600, attempts: 3 });
  await addOldJob(database, { task: "work", payload: { orgId, name: "failed" }, attempts: 25 });
  await addOldJob(database, { task: "work", payload: { orgId: "deleted", name: "of no organization" } });

  await startNode();
  await waitUntil("both have run", () => runs.includes("waiting") && runs.includes("locked"));
  await waitUntil("the old table is empty", async () => (await countOldJobs(database)) === 0);

  expect(runs.filter((name) => name !== "tidy").toSorted()).toEqual(["locked", "waiting"]);
  await waitUntil("they are done", async () => (await countJobs(database.db)).running === 0);
  expect(await countJobs(database.db)).toEqual({ due: 0, running: 0, failed: 1 });
  expect(await database.db.query(sql`select attempts from jobs where payload ->> 'name' = 'later'`)).toEqual([
    { attempts: 3 },
  ]);
});

test("while old nodes run jobs, theirs are not touched, and neither are schedules", async () => {
  await addOldNode(database, "old", "old pool");
  await addOldJob(database, { task: "work", payload: { orgId, name: "theirs" }, queue, lockedBy: "old pool" });
  await addOldJob(database, { task: "work", payload: { orgId, name: "behind theirs" }, queue });
  await addOldJob(database, { task: "work", payload: { orgId, name: "free" } });
  await addOldJob(database, { task: "tidy", payload: { _cron: {} } });

  await startNode();
  await waitUntil("the free one has run", () => runs.includes("free"));
  await database.db.transaction((tx) => addJob(tx, orgId, { task: "work", payload: { name: "new" } }));
  await waitUntil("the new one has run", () => runs.includes("new"));
  expect(runs).toEqual(["free", "new"]);
  expect(await countOldJobs(database)).toBe(3);

  await database.db.query(sql`delete from nodes where id = 'old'`);
  await waitUntil("all have run", () => runs.length >= 5);

  expect(runs.toSorted()).toEqual(["behind theirs", "free", "new", "theirs", "tidy"]);
  expect(await countOldJobs(database)).toBe(0);
});

test("jobs of one queue run one after the other, whichever version adds them", async () => {
  await addOldNode(database, "old", "old pool");
  await addOldJob(database, { task: "work", payload: { orgId, name: "theirs" }, queue, lockedBy: "old pool" });
  let end = () => {};
  const isEnded = new Promise<void>((resolve) => {
    end = resolve;
  });
  await startNode(() => isEnded);
  await database.db.transaction((tx) => addJob(tx, orgId, { task: "work", payload: { name: "ours" }, queue }));
  await database.db.transaction((tx) => addJob(tx, orgId, { task: "work", payload: { name: "free" } }));
  await waitUntil("the free one runs", () => runs.includes("free"));
  const whileTheirsRuns = [...runs];

  await database.db.query(sql`delete from graphile_worker._private_jobs`);
  await database.db.query(sql`update graphile_worker._private_job_queues set locked_by = null, locked_at = null`);
  await waitUntil("ours runs", () => runs.includes("ours"));
  const whileOursRuns = await database.db.query(sql`select locked_by from graphile_worker._private_job_queues`);
  end();
  await waitUntil("ours is done", async () => (await countJobs(database.db)).running === 0);

  expect(whileTheirsRuns).toEqual(["free"]);
  expect(whileOursRuns).toEqual([{ locked_by: node?.heartbeat.id }]);
  expect(await database.db.query(sql`select locked_by from graphile_worker._private_job_queues`)).toEqual([
    { locked_by: null },
  ]);
});

test("the locks of an old node that becomes silent are released", async () => {
  await addOldNode(database, "alive", "pool of alive");
  await database.db.query(sql`
    insert into nodes (id, worker_pool_id, seen_on) values ('silent', 'pool of silent', now() - interval '1 minute')`);
  await addOldJob(database, { task: "work", payload: { orgId, name: "of silent" }, queue, lockedBy: "pool of silent" });

  await startNode();
  await waitUntil("it has run", () => runs.includes("of silent"));

  expect(runs).toEqual(["of silent"]);
});

test("jobs added by an old node without a runner are run, and schedules are kept", async () => {
  await addOldNode(database, "old api", null);
  await startNode();
  await waitUntil("the schedule has run", () => runs.includes("tidy"));

  await addOldJob(database, { task: "work", payload: { orgId, name: "asked for later" }, key: "a" });
  await addOldJob(database, { task: "tidy", payload: {} });
  await waitUntil("both have run", () => runs.length === 3);

  expect(runs.toSorted()).toEqual(["asked for later", "tidy", "tidy"]);
});
