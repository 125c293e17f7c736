import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { waitUntil } from "../../../testing/wait-until.ts";
import { PostgresDatabase } from "../database.ts";
import { sql } from "../sql.ts";
import { DataFolderHeldError, findHolders, isAlive, readPostmaster } from "./data-folder.ts";
import { choosePostgresAccount } from "./postgres-account.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";

// Each test waits for the disk, and one waits on purpose.
vi.setConfig({ testTimeout: 60_000 });

/** Of one cluster for most tests: creating it takes longest. */
let folder: string;
let dataFolder: string;
let cleanups: (() => Promise<unknown>)[];
/** They wait for the folder, and therefore run beside the other tests. */
let two: ReturnType<typeof startTwo>;
const cleanupsOfTwo: (() => Promise<unknown>)[] = [];

// Longer than an orphan is left alone.
const heldWaitMs = 3_000;

beforeAll(async () => {
  two = startTwo(cleanupsOfTwo);
  folder = await mkdtemp(join(tmpdir(), "weft-embedded-"));
  dataFolder = join(folder, "postgres");
});

afterAll(async () => {
  await two;
  await cleanUp(cleanupsOfTwo);
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  cleanups = [];
});

afterEach(() => cleanUp(cleanups));

async function cleanUp(ends: (() => Promise<unknown>)[]): Promise<void> {
  for (const end of ends.reverse()) {
    await end();
  }
}

interface Started {
  readonly postgres: EmbeddedPostgres;
  readonly db: PostgresDatabase;
  readonly socketFolder: string;
  readonly restarts: string[];
}

async function start(where = folder, ends = cleanups): Promise<Started> {
  const restarts: string[] = [];
  const onRestart = (reason: string) => void restarts.push(reason);
  const postgres = await startEmbeddedPostgres({ folder: where, onRestart, heldWaitMs });
  const connectionString = postgres.connectionString("postgres");
  const db = new PostgresDatabase({ connectionString, connectionsMax: 2, applicationName: "weft-test" });
  ends.push(() => postgres.stop());
  ends.push(() => (db.pool.ended ? Promise.resolve() : db.close()));
  return { postgres, db, socketFolder: new URL(connectionString).pathname, restarts };
}

async function setting(db: PostgresDatabase, name: string): Promise<unknown> {
  const [row] = await db.query<{ value: string }>(sql`select current_setting(${name}) as value`);
  return row?.value;
}

async function postmasterPid(where = dataFolder): Promise<number> {
  const postmaster = await readPostmaster(where);
  return postmaster?.pid ?? Number.NaN;
}

test("it is a real PostgreSQL that keeps committed data and is reachable only through a private socket", async () => {
  const { db, socketFolder } = await start();

  const [version] = await db.query<{ version: string }>(sql`select version()`);
  const settings = {
    fsync: await setting(db, "fsync"),
    synchronous_commit: await setting(db, "synchronous_commit"),
    full_page_writes: await setting(db, "full_page_writes"),
    listen_addresses: await setting(db, "listen_addresses"),
    server_encoding: await setting(db, "server_encoding"),
    TimeZone: await setting(db, "TimeZone"),
  };

  expect(version?.version).toMatch(/^PostgreSQL 1[89]/);
  expect(settings).toEqual({
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    listen_addresses: "",
    server_encoding: "UTF8",
    TimeZone: "UTC",
  });
  // The sixth line is the first TCP address that it listens on.
  expect((await readFile(join(dataFolder, "postmaster.pid"), "utf8")).split("\n")[5]).toBe("");
  expect((await stat(socketFolder)).mode & 0o077).toBe(0);
  expect((await stat(dataFolder)).mode & 0o077).toBe(0);
});

test("committed data survives a restart, and a stop leaves neither process nor socket", async () => {
  const first = await start();
  await first.db.query(sql`create table kept (id integer)`);
  await first.db.query(sql`insert into kept values (7)`);
  const pid = await postmasterPid();
  await first.db.close();

  await first.postgres.stop();

  expect(isAlive(pid)).toBe(false);
  expect(await findHolders(dataFolder)).toEqual([]);
  expect(existsSync(first.socketFolder)).toBe(false);
  expect(existsSync(join(dataFolder, "postmaster.pid"))).toBe(false);
  const second = await start();
  expect(await second.db.query(sql`select id from kept`)).toEqual([{ id: 7 }]);
  expect(second.restarts).toEqual([]);
});

test("a killed PostgreSQL restarts with all committed data", async () => {
  const { db, restarts } = await start();
  await db.query(sql`create table kept_too (id integer)`);
  await db.query(sql`insert into kept_too values (7)`);
  const killed = await postmasterPid();

  process.kill(killed, "SIGKILL");
  await waitUntil("it responds again", async () => (await postmasterPid()) !== killed && (await db.answers()), 20_000);

  expect(await db.query(sql`select id from kept_too`)).toEqual([{ id: 7 }]);
  expect(restarts).toHaveLength(1);
});

// Identifies processes through Linux's /proc.
test.skipIf(process.platform !== "linux")("the watcher of a PostgreSQL ends when that is killed", async () => {
  await start();
  await waitUntil("one watches", async () => (await watchers()).length === 1);
  const [first] = await watchers();

  process.kill(await postmasterPid(), "SIGKILL");

  await waitUntil(
    "another watches alone",
    async () => {
      const [watcher, ...others] = await watchers();
      return watcher !== undefined && watcher !== first && others.length === 0;
    },
    20_000,
  );
});

/** The processes that wait for the end of the service, in the folder of its PostgreSQL. */
async function watchers(): Promise<string[]> {
  const folderOfAll = await realpath(dataFolder);
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
      const cwd = name === "cat\n" ? await readlink(`/proc/${pid}/cwd`).catch(() => "") : "";
      return cwd === folderOfAll ? [pid] : [];
    }),
  );
  return found.flat();
}

test("a stale postmaster.pid with a reused pid does not block the start", async () => {
  const first = await start();
  await first.db.close();
  await first.postgres.stop();
  // Of the same account: PostgreSQL itself would treat the file as that of a running server, and refuse to start.
  const other = spawn("sleep", ["60"], { ...choosePostgresAccount().spawnAs, cwd: "/" });
  cleanups.push(async () => {
    other.kill();
    await once(other, "exit");
  });
  await writeFile(join(dataFolder, "postmaster.pid"), `${other.pid}\n${dataFolder}\n1\n5432\n/tmp\n\n`);

  const second = await start();

  expect(await second.db.answers()).toBe(true);
  expect(await postmasterPid()).not.toBe(other.pid);
  expect(other.exitCode).toBeNull();
});

/** Two concurrent starts in a new folder. */
async function startTwo(ends: (() => Promise<unknown>)[]) {
  const shared = await mkdtemp(join(tmpdir(), "weft-embedded-"));
  ends.push(() => rm(shared, { recursive: true, force: true }));
  const began = Date.now();
  const outcomes = await Promise.allSettled([start(shared, ends), start(shared, ends)]);
  return { shared, outcomes, tookMs: Date.now() - began };
}

test("of two concurrent starts in a new folder one wins, and the other fails after a while", async () => {
  const { shared, outcomes, tookMs } = await two;

  const refused = outcomes.find(({ status }) => status === "rejected");
  const started = outcomes.find(({ status }) => status === "fulfilled");
  expect(refused).toMatchObject({ reason: expect.any(DataFolderHeldError) });
  expect(refused).toMatchObject({ reason: { message: expect.stringContaining("Stop it, or set another") } });
  expect(started).toMatchObject({ value: { restarts: [] } });
  expect(tookMs).toBeGreaterThanOrEqual(heldWaitMs);
  const sharedData = join(shared, "postgres");
  expect(await findHolders(sharedData)).toContain(await postmasterPid(sharedData));
  const left = (await readdir(shared)).filter((name) => !name.startsWith("socket-"));
  expect(left.sort()).toEqual(["postgres", "postgres.log", "service.pid"]);
});
