import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildOrg } from "../../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { sql } from "../database/sql.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../database/testing/database-proxy.ts";
import { addJob } from "./job-store.ts";
import { type JobNode, startJobNode } from "./testing/start-job-node.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
let orgId: string;
let cleanups: (() => Promise<unknown>)[];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.connectionString);
  orgId = (await buildOrg({ database })).id;
});

beforeEach(async () => {
  cleanups = [];
  await database.db.query(sql`delete from nodes`);
  await database.db.query(sql`delete from jobs`);
});

afterEach(async () => {
  for (const cleanUp of cleanups.reverse()) {
    await cleanUp();
  }
});

afterAll(async () => {
  await proxy.close();
  await database.drop();
});

interface Node extends JobNode {
  /** The payloads in the order of the runs. */
  readonly runs: unknown[];
}

type Run = (payload: unknown) => Promise<void>;

/** A node with one kind of job, connected to the database through the proxy. */
async function startNode(task: string, run: Run = async () => {}): Promise<Node> {
  const runs: unknown[] = [];
  const runAndNote = async (payload: unknown) => {
    runs.push(payload);
    await run(payload);
  };
  const node = await startJobNode(proxy.connectionString, [{ task, run: runAndNote }]);
  cleanups.push(() => node.stop());
  return { ...node, runs };
}

function add(task: string, payload: unknown, key?: string): Promise<void> {
  return database.db.transaction((tx) => addJob(tx, orgId, { task, payload, ...(key === undefined ? {} : { key }) }));
}

interface JobState {
  readonly id: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly isHeld: boolean;
}

function jobsOf(task: string): Promise<JobState[]> {
  return database.db.query<JobState>(sql`
    select id, attempts, last_error, claimed_by is not null as "isHeld" from jobs where task = ${task} order by id`);
}

async function waitUntilDone(task: string): Promise<void> {
  await waitUntil(`no job ${task} is left`, async () => (await jobsOf(task)).length === 0);
}

/** Lets the test decide when a job ends. */
function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

test("a job runs after the commit of the change that adds it, with its payload", async () => {
  const node = await startNode("greet");
  const payload = { name: "Größe 😀", list: [1, null, { deep: true }] };

  await database.db.transaction(async (tx) => {
    await addJob(tx, orgId, { task: "greet", payload });
    expect(await jobsOf("greet")).toEqual([]);
  });
  await waitUntilDone("greet");

  expect(node.runs).toEqual([payload]);
  expect(node.failures).toEqual([]);
});

test("a job never runs after a rollback", async () => {
  const node = await startNode("greet");

  const change = database.db.transaction(async (tx) => {
    await addJob(tx, orgId, { task: "greet", payload: "rolled back" });
    throw new Error("no");
  });
  await expect(change).rejects.toThrow("no");
  await add("greet", "committed");
  await waitUntilDone("greet");

  expect(node.runs).toEqual(["committed"]);
});

test("of jobs with the same key at most one waits, with the last payload", async () => {
  await add("tidy", 1, "tidy:a");
  await add("tidy", 2, "tidy:a");
  await add("tidy", 3, "tidy:b");
  await add("tidy", 4);

  const node = await startNode("tidy");
  await waitUntilDone("tidy");

  expect(node.runs.toSorted()).toEqual([2, 3, 4]);
});

test("a failed job is reported and retried until it succeeds", async () => {
  let isBroken = true;
  const node = await startNode("shaky", async () => {
    if (isBroken) {
      throw new Error("not yet");
    }
  });

  await add("shaky", 1);
  await waitUntil("the failure is noted", async () => (await jobsOf("shaky"))[0]?.last_error === "not yet");
  const [job] = await jobsOf("shaky");
  isBroken = false;
  await database.db.query(sql`update jobs set run_on = now() where id = ${job?.id}`);
  await waitUntilDone("shaky");

  expect(job).toMatchObject({ attempts: 1, isHeld: false });
  expect(node.failures).toEqual([["shaky", new Error("not yet")]]);
  expect(node.runs).toEqual([1, 1]);
});

test("a failing job does not block others", async () => {
  const node = await startNode("mixed", async (payload) => {
    if (payload === "bad") {
      throw new Error("bad");
    }
  });

  await add("mixed", "bad");
  await add("mixed", "good");
  await waitUntil("both have run", () => node.runs.length === 2);

  await waitUntil("the bad one is left", async () => (await jobsOf("mixed")).length === 1);
});

test("a stopping node finishes the job in progress", async () => {
  const gate = createGate();
  const node = await startNode("slow", () => gate.opened);
  await add("slow", 1);
  await waitUntil("it is running", () => node.runs.length === 1);

  const stopping = node.runner.stop();
  gate.open();
  await stopping;

  await waitUntilDone("slow");
});

describe("with the database unavailable", () => {
  test.each([
    ["succeeds", undefined],
    ["fails", new Error("out of luck")],
  ])("a job that %s is recorded when it is back, and the node continues", async (_, failure) => {
    const gate = createGate();
    const node = await startNode("cut", async () => {
      await gate.opened;
      if (failure !== undefined) {
        throw failure;
      }
    });
    await add("cut", 1);
    await waitUntil("it is running", () => node.runs.length === 1);

    await proxy.cut();
    gate.open();
    await waitUntil("it has ended", () => failure === undefined || node.failures.length === 1);
    await proxy.restore();

    await waitUntil("its end is recorded", async () => (await jobsOf("cut")).every(({ isHeld }) => !isHeld));
    expect((await jobsOf("cut")).map((job) => job.last_error)).toEqual(failure === undefined ? [] : [failure.message]);
    await add("cut", 2);
    await waitUntil("the next is run", () => node.runs.includes(2));
  });

  test("a node can be stopped, and another node runs its job afterwards", async () => {
    const gate = createGate();
    const node = await startNode("left", () => gate.opened);
    await add("left", 1);
    await waitUntil("it is running", () => node.runs.length === 1);

    await proxy.cut();
    const stopping = node.runner.stop();
    gate.open();
    await stopping;
    await proxy.restore();
    await node.heartbeat.stop();

    const other = await startNode("left");
    await waitUntilDone("left");
    expect(other.runs).toEqual([1]);
  });
});

test("the job of a killed process is claimed by another node within seconds", async () => {
  const script = fileURLToPath(new URL("./testing/endless-job.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", script, database.connectionString], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await add("endless", "the payload");
  await once(child.stdout, "data");

  child.kill("SIGKILL");
  await once(child, "exit");
  const node = await startNode("endless");

  await waitUntilDone("endless");
  expect(node.runs).toEqual(["the payload"]);
});
