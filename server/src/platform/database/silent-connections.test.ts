import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, runOnce, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { PostgresDatabase } from "./database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded/start-embedded-postgres.ts";
import { watchConnections } from "./silent-connections.ts";
import { sql } from "./sql.ts";
import { type DatabaseProxy, startDatabaseProxy } from "./testing/database-proxy.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
let outages: number;
/** Connects to the database through the proxy. */
let db: PostgresDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(sql`create table notes (id integer primary key)`);
  proxy = await startDatabaseProxy(database.connectionString);
  db = new PostgresDatabase({
    connectionString: proxy.connectionString,
    connectionsMax: 2,
    applicationName: "silent-connections",
    lookEveryMs: 100,
    onOutage: () => {
      outages += 1;
    },
  });
});

beforeEach(() => {
  outages = 0;
});

afterAll(async () => {
  await db.close();
  await proxy.close();
  await database.drop();
});

test("a statement on a connection that has lost its server is unavailable, and the next one works", async () => {
  await db.query(sql`select 1`);
  proxy.freeze();

  await expect(db.query(sql`select 1`)).rejects.toMatchObject({ code: "unavailable" });

  expect(await db.query(sql`select 2 as found`)).toEqual([{ found: 2 }]);
  expect(outages).toBeGreaterThan(0);
});

test("a commit on a connection that has lost its server has an unknown outcome", async () => {
  const written = db.transaction(async (tx) => {
    await tx.query(sql`insert into notes values (1)`);
    proxy.freeze();
  });

  await expect(written).rejects.toMatchObject({ code: "outcome-unknown" });
});

test("connections that were idle meanwhile are replaced as well", async () => {
  await Promise.all([db.query(sql`select pg_sleep(0.1)`), db.query(sql`select pg_sleep(0.1)`)]);
  expect(db.pool.idleCount).toBe(2);
  proxy.freeze();

  await expect(db.query(sql`select 1`)).rejects.toMatchObject({ code: "unavailable" });

  await waitUntil("the other is closed too", () => db.pool.totalCount === 0);
});

test("a statement that the server is working on may take long, and so may the work between two", async () => {
  const found = await db.transaction(async (tx) => {
    await tx.query(sql`select pg_sleep(1)`);
    await waitUntil("some time has passed", () => db.query(sql`select pg_sleep(0.5)`).then(() => true));
    return tx.query(sql`select 1 as found`);
  });

  expect(found).toEqual([{ found: 1 }]);
  expect(outages).toBe(0);
});

test("statements sent together are unavailable if their connection has lost its server", async () => {
  const asked = db.transaction(async (tx) => {
    await tx.query(sql`select 1`);
    proxy.freeze();
    return tx.queryAll([sql`select 1`, sql`select 2`]);
  });

  await expect(asked).rejects.toMatchObject({ code: "unavailable" });
});

test("a connection that was in doubt for one statement is not closed by the first doubt of the next", async () => {
  const slow = await startDatabaseProxy(database.connectionString);
  const pool = new pg.Pool({ connectionString: slow.connectionString, max: 1 });
  const look = watchConnections(pool, {
    originOf: () => ({ hostUrl: database.connectionString, server: "" }),
    connect: async (connectionString) => {
      const session = new pg.Client({ connectionString });
      await session.connect();
      return session;
    },
    followsPrimary: true,
  });
  const client = await pool.connect();
  await client.query("select 1");
  slow.delay(400);

  const answers: unknown[] = [];
  for (const text of ["select 1 as found", "select 2 as found"]) {
    const asked = client.query(text);
    await look();
    await look();
    answers.push(...(await asked).rows);
  }
  client.release();
  await pool.end();
  await slow.close();

  expect(answers).toEqual([{ found: 1 }, { found: 2 }]);
});

test("PostgreSQL is asked to end a transaction that has had no statement for 30 s", async () => {
  const [set] = await db.query(sql`select current_setting('idle_in_transaction_session_timeout') as idle`);

  expect(set).toEqual({ idle: "30s" });
});

describe("with two servers", () => {
  let folder: string;
  let other: EmbeddedPostgres;
  let replicas: PostgresDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "weft-silent-"));
    other = await startEmbeddedPostgres({ folder, settings: { fsync: "off", shared_buffers: "16MB" } });
    await runOnce(other.connectionString("postgres"), `create database ${nameOf(database.connectionString)}`);
  });

  afterEach(async () => {
    await replicas.close();
    await proxy.restore();
  });

  afterAll(async () => {
    await other.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function openReplicas(connectionString: string): PostgresDatabase {
    return new PostgresDatabase({
      connectionString,
      connectionsMax: 1,
      applicationName: "silent-connections",
      lookEveryMs: 100,
      acceptsStandby: true,
    });
  }

  const longRead = sql`select 1 as found from pg_sleep(1)`;

  test("a statement on the second host of a list may take long while the first one responds again", async () => {
    const hosts = [proxy.connectionString, other.connectionString("postgres")].map(hostOf).join(",");
    const name = nameOf(database.connectionString);
    await proxy.cut();
    replicas = openReplicas(`postgres://postgres@${hosts}/${name}?target_session_attrs=any`);
    await replicas.query(sql`select 1`);
    await proxy.restore();

    expect(await replicas.query(longRead)).toEqual([{ found: 1 }]);
  });

  test("a statement on one of several servers behind a name may take long", async () => {
    replicas = openReplicas(proxy.connectionString);
    await replicas.query(sql`select 1`);
    proxy.lead(other.connectionString("postgres"));

    const found = await replicas.query(longRead);
    proxy.lead(database.connectionString);

    expect(found).toEqual([{ found: 1 }]);
  });

  test("a statement on a former primary is unavailable once its name leads to another", async () => {
    replicas = new PostgresDatabase({
      connectionString: proxy.connectionString,
      connectionsMax: 1,
      applicationName: "silent-connections",
      lookEveryMs: 100,
    });
    await replicas.query(sql`select 1`);
    proxy.freeze();
    proxy.lead(other.connectionString("postgres"));

    const asked = replicas.query(sql`select 1`);

    await expect(asked).rejects.toMatchObject({ code: "unavailable" });
    proxy.lead(database.connectionString);
  });
});

function hostOf(connectionString: string): string {
  return encodeURIComponent(new URL(connectionString).pathname);
}

function nameOf(connectionString: string): string {
  return new URL(connectionString).searchParams.get("db") ?? "";
}
