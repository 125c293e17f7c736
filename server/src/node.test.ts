import dns from "node:dns";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { parseConfig } from "./config/config.ts";
import type { RawSettings } from "./config/config-sources.ts";
import { type Service, startService } from "./node.ts";
import { sql } from "./platform/database/sql.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { testSecret } from "./testing/test-service.ts";

let database: TestDatabase;
let folder: string;
let other: Server;
/** A file in the place of a folder, in which not even root can write. */
let blocked: string;
const s3 = { S3_ENDPOINT: "http://127.0.0.1:1", S3_BUCKET: "b", S3_ACCESS_KEY: "a", S3_SECRET_KEY: "s" };

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-start-"));
  blocked = join(folder, "blocked");
  await writeFile(blocked, "");
  other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
});

afterAll(async () => {
  other.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  [
    "whose port is in use",
    () => ({ PORT: takenPort() }),
    /is in use by another program\. Stop it, or set another PORT/,
  ],
  [
    "on a host of others",
    () => ({ HOST: "192.0.2.1" }),
    /^HOST \(192\.0\.2\.1\) is not an address of this machine\. Use/,
  ],
  [
    "whose actions folder is missing",
    () => ({ WEFT_ACTIONS_DIR: join(folder, "nowhere") }),
    /^The action directory .*nowhere cannot be read/,
  ],
  [
    "that has no directory for loads",
    () => ({ DATA_DIR: join(blocked, "data"), ...s3 }),
    /^DATA_DIR \(.*\) is not writable, and this node stores the rows of running loads there\. Set DATA_DIR to a writable directory, or start the node with --role api\.$/,
  ],
  [
    "that has no directory for files",
    () => ({ DATA_DIR: join(blocked, "data"), WEFT_ROLE: "api" }),
    /^DATA_DIR \(.*\) is not writable, and this node stores files there\. Set .*, or set S3_ENDPOINT\.$/,
  ],
  [
    "without credentials for S3",
    () => ({
      S3_ENDPOINT: "http://127.0.0.1:1",
      S3_BUCKET: "b",
      AWS_EC2_METADATA_SERVICE_ENDPOINT: "http://127.0.0.1:1",
    }),
    /^No credentials for S3\. S3_ACCESS_KEY .* are not set\. The instance metadata at http:\/\/127\.0\.0\.1:1 did not respond/,
  ],
  [
    "whose database does not respond",
    () => ({ DATABASE_URL: "postgres://127.0.0.1:1/weft", DATABASE_WAIT_SECONDS: "0" }),
    /^PostgreSQL \(postgres:\/\/127\.0\.0\.1:1\/weft\) cannot be used: connect ECONNREFUSED/,
  ],
])("a start %s reports why and leaves neither a connection nor a node", async (_case, settings, words) => {
  await expect(startWith(settings())).rejects.toThrow(words);

  expect(await database.db.query(sql`select id from nodes`)).toEqual([]);
  await expect.poll(listConnections).toEqual([]);
});

test("a worker on an empty database leaves the first organization to a node that serves requests", async () => {
  const worker = await startWith({ WEFT_ROLE: "worker" });
  await worker.stop();

  expect(worker.firstStart).toEqual({ kind: "later" });
  expect(await database.db.query(sql`select id from orgs`)).toEqual([]);
});

test("a node that serves requests with S3 needs no directory, and creates no credentials that it cannot store", async () => {
  const node = await startWith({ WEFT_ROLE: "api", DATA_DIR: join(blocked, "data"), ...s3 });
  const ready = await fetch(`${node.address}/health/ready`);
  await node.stop();

  expect(ready.status).toBe(200);
  expect(node.firstStart).toEqual({ kind: "withheld", orgSlug: "demo" });
});

test("a node whose host name has several addresses has one listener, on the first of them, which a stop drains", async () => {
  const addresses = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
  const lookup = vi.spyOn(dns, "lookup").mockImplementation(((_name: string, ...rest: readonly unknown[]) => {
    const [options, done] = rest.length === 1 ? [{}, rest[0]] : rest;
    const wantsAll = typeof options === "object" && options !== null && "all" in options && options.all === true;
    if (typeof done === "function")
      process.nextTick(() => (wantsAll ? done(null, addresses) : done(null, "127.0.0.1", 4)));
  }) as typeof dns.lookup);
  onTestFinished(() => lookup.mockRestore());
  const node = await startWith({ HOST: "localhost" });
  const { port } = new URL(node.address);

  const reached = await Promise.all(addresses.map(({ address }) => canConnect(Number(port), address)));
  // A connection on which no request ever arrives: only a listener that is drained lets the stop end.
  const silent = connect(Number(port), "127.0.0.1");
  await once(silent, "connect");
  await node.stop();

  expect(reached).toEqual([true, false]);
  expect(await canConnect(Number(port), "127.0.0.1")).toBe(false);
});

async function canConnect(port: number, host: string): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function startWith(settings: RawSettings): Promise<Service> {
  const config = parseConfig({
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    WEFT_SECRET: testSecret,
    ...settings,
  });
  return startService(config, pino({ level: "silent" }), { runsLoadsHere: true });
}

test("a start logs each migration that it applies", async () => {
  const empty = await createEmptyDatabase();
  onTestFinished(() => empty.drop());
  const lines: string[] = [];
  const log = pino({ level: "info", base: null }, { write: (line) => void lines.push(line) });
  const DATABASE_URL = empty.connectionString;
  const config = parseConfig({ PORT: "0", DATA_DIR: folder, DATABASE_URL, WEFT_SECRET: testSecret });

  const service = await startService(config, log);
  await service.stop();

  const steps = lines.map((line) => JSON.parse(line)).filter(({ name }) => name === "0001_orgs_and_users.sql");
  expect(steps).toMatchObject([
    { kind: "started", msg: "migration 0001_orgs_and_users.sql started" },
    { kind: "applied", ms: expect.any(Number), msg: expect.stringMatching(/^migration 0001\S+ applied in \d+ ms$/) },
  ]);
});

function takenPort(): string {
  const address = other.address();
  return typeof address === "object" && address !== null ? String(address.port) : "";
}

/** The connections of a node; PostgreSQL takes a moment to notice a closed one. */
function listConnections(): Promise<object[]> {
  return database.db.query(sql`
    select application_name from pg_stat_activity
    where datname = current_database() and application_name like 'weft-%' and application_name <> 'weft-test'`);
}
