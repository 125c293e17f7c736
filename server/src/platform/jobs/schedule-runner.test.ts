import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { sql } from "../database/sql.ts";
import type { Job } from "./job.ts";
import { type JobNode, startJobNode } from "./testing/start-job-node.ts";

let database: TestDatabase;
let nodes: JobNode[];

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  nodes = [];
  await database.db.query(sql`delete from nodes`);
  await database.db.query(sql`delete from job_schedules`);
});

afterEach(() => Promise.all(nodes.map((node) => node.stop())));

afterAll(() => database.drop());

/** So rare that it is due only when a test makes it so. */
const yearly = "0 0 1 1 *";

async function startNode(run: Job["run"], schedule = yearly): Promise<JobNode> {
  const node = await startJobNode(database.connectionString, [{ task: "tidy", schedule, run }]);
  nodes.push(node);
  return node;
}

interface ScheduleState {
  readonly run_on: Date;
  readonly attempts: number;
  readonly claimed_by: string | null;
  readonly last_error: string | null;
}

async function readSchedule(): Promise<ScheduleState | undefined> {
  const [schedule] = await database.db.query<ScheduleState>(sql`
    select run_on, attempts, claimed_by, last_error from job_schedules where task = 'tidy'`);
  return schedule;
}

async function makeDue(secondsAgo: number): Promise<void> {
  await database.db.query(sql`
    update job_schedules set run_on = now() - make_interval(secs => ${secondsAgo}) where task = 'tidy'`);
}

function nextYear(): Date {
  return new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 1));
}

async function waitUntilEnded(): Promise<void> {
  await waitUntil("it has ended", async () => {
    const schedule = await readSchedule();
    return schedule?.claimed_by === null && schedule.run_on > new Date();
  });
}

test("a scheduled task runs once at each of its times, with any number of nodes", async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  await Promise.all([startNode(run), startNode(run), startNode(run)]);

  for (const round of [1, 2, 3]) {
    await makeDue(1);
    await waitUntilEnded();
    expect(runs).toBe(round);
  }

  expect(await readSchedule()).toEqual({ run_on: nextYear(), attempts: 0, claimed_by: null, last_error: null });
});

test("a time at which no node was running is skipped", async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const first = await startNode(run);
  await first.stop();
  nodes = [];
  await makeDue(3_600);

  await startNode(run);
  await waitUntil(
    "it waits for its next time",
    async () => (await readSchedule())?.run_on.getTime() === nextYear().getTime(),
  );
  expect(runs).toBe(0);
});

test("a failed task is retried before its next time, and its error is kept until it succeeds", async () => {
  let isBroken = true;
  const node = await startNode(async () => {
    if (isBroken) {
      throw new Error("out of order");
    }
  });
  await makeDue(1);
  await waitUntilEnded();
  const failed = await readSchedule();
  isBroken = false;
  await makeDue(120);
  await waitUntil("it has succeeded", async () => (await readSchedule())?.last_error === null);

  expect(failed).toMatchObject({ attempts: 1, last_error: "out of order" });
  expect(failed?.run_on.getTime()).toBeLessThan(Date.now() + 10_000);
  expect(node.failures).toEqual([["tidy", new Error("out of order")]]);
  expect(await readSchedule()).toMatchObject({ attempts: 0, run_on: nextYear() });
});

test("a task whose node is gone is run by another node", async () => {
  await startNode(async () => {});
  await database.db.query(sql`
    update job_schedules set claimed_by = 'a node that is gone', attempts = 1, run_on = now() - interval '1 hour'`);

  await waitUntilEnded();

  expect(await readSchedule()).toMatchObject({ attempts: 0, run_on: nextYear() });
});

test("a node of a newer version that runs a task more often moves its next time forward", async () => {
  const before = await startNode(async () => {});
  await before.stop();
  nodes = [];

  await startNode(async () => {}, "* * * * *");

  expect((await readSchedule())?.run_on.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
});
