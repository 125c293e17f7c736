import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { PostgresDatabase } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../database/testing/database-proxy.ts";
import { NodeHeartbeat } from "./node-heartbeat.ts";
import { quickHeartbeat } from "./testing/quick-heartbeat.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
let cleanups: (() => Promise<unknown>)[];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.connectionString);
});

beforeEach(async () => {
  cleanups = [];
  await database.db.query(sql`delete from nodes`);
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

test("a heartbeat counts live nodes", async () => {
  const heartbeats = [1, 2, 3].map(() => new NodeHeartbeat(database.db, quickHeartbeat));
  cleanups.push(() => Promise.all(heartbeats.map((heartbeat) => heartbeat.stop())));

  await waitUntil("each counts three", () => heartbeats.every(({ nodeCount }) => nodeCount === 3));
  await heartbeats[0]?.stop();

  await waitUntil("the others count two", () => heartbeats.slice(1).every(({ nodeCount }) => nodeCount === 2));
});

test("a heartbeat removes a silent node, and none that beats", async () => {
  const heartbeat = new NodeHeartbeat(database.db, quickHeartbeat);
  cleanups.push(() => heartbeat.stop());
  await database.db.query(sql`
    insert into nodes (id, seen_on) values ('silent', now() - interval '2 s'), ('alive', now() + interval '1 min')`);

  await waitUntil("it is removed", () => heartbeat.nodeCount === 2);

  const nodes = await database.db.query<{ id: string }>(sql`select id from nodes`);
  expect(nodes.map(({ id }) => id).toSorted()).toEqual([heartbeat.id, "alive"].toSorted());
});

test("by default a node beats every two seconds, and counts as dead after eight seconds of silence", async () => {
  await database.db.query(sql`
    insert into nodes (id, seen_on) values ('slow', now() - interval '7 s'), ('dead', now() - interval '9 s')`);

  const heartbeat = new NodeHeartbeat(database.db);
  cleanups.push(() => heartbeat.stop());

  await waitUntil("it has looked", () => heartbeat.nodeCount === 2);
});

test("a heartbeat survives an unavailable database", async () => {
  const { connectionString } = proxy;
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-node" });
  const heartbeat = new NodeHeartbeat(db, quickHeartbeat);
  cleanups.push(() => db.close());
  await proxy.cut();

  await proxy.restore();

  await waitUntil("it is seen again", async () => {
    const rows = await database.db.query(sql`select 1 from nodes where id = ${heartbeat.id}`);
    return rows.length === 1;
  });
  await heartbeat.stop();
  expect(await database.db.query(sql`select 1 from nodes where id = ${heartbeat.id}`)).toEqual([]);
});

test("a heartbeat counts nodes of the previous version separately, and those of them that run jobs", async () => {
  await database.db.query(sql`
    insert into nodes (id, worker_pool_id) values ('old api', null), ('old worker', 'pool of the old worker')`);
  const heartbeat = new NodeHeartbeat(database.db);
  cleanups.push(() => heartbeat.stop());

  await heartbeat.announceRunner();

  expect(heartbeat.nodes).toEqual({ all: 3, runners: 2, old: 2, oldRunners: 1 });
});
