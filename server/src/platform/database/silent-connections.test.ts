import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { PostgresDatabase } from "./database.ts";
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

test("PostgreSQL ends the transaction of a node that is gone", async () => {
  const [set] = await db.query(sql`
    select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('tcp_user_timeout') as unsent`);

  expect(set).toEqual({ idle: "30s", unsent: "0" });
});
