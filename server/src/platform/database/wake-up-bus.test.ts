import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { sql } from "./sql.ts";
import { type DatabaseProxy, startDatabaseProxy } from "./testing/database-proxy.ts";
import { WakeUpBus } from "./wake-up-bus.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
let buses: WakeUpBus[];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.connectionString);
});

beforeEach(() => {
  buses = [];
});

afterEach(() => Promise.all(buses.map((bus) => bus.close())));

afterAll(async () => {
  await proxy.close();
  await database.drop();
});

interface ListeningBus {
  readonly bus: WakeUpBus;
  /** The messages received on the topic since the bus was connected. */
  readonly receivedEvents: string[];
}

async function startBus(
  topic = "access",
  connectionString = database.connectionString,
  heartbeatMs?: number,
): Promise<ListeningBus> {
  const bus = new WakeUpBus(connectionString, undefined, heartbeatMs);
  buses.push(bus);
  const receivedEvents: string[] = [];
  bus.subscribe(topic, (message) => receivedEvents.push(message));
  await waitUntil("the bus listens", () => receivedEvents.length > 0);
  receivedEvents.length = 0;
  return { bus, receivedEvents };
}

/** The notifications that reach PostgreSQL. */
async function listen(): Promise<{ readonly payloads: string[]; stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const payloads: string[] = [];
  client.on("notification", ({ payload }) => payloads.push(payload ?? ""));
  await client.query("listen weft_wake_up");
  return { payloads, stop: () => client.end() };
}

test("a message reaches its own node at once and another shortly after", async () => {
  const near = await startBus();
  const far = await startBus();

  near.bus.publish("access", "changed");

  expect(near.receivedEvents).toEqual(["changed"]);
  await waitUntil("the other hears it", () => far.receivedEvents.includes("changed"));
});

test("only current listeners of the topic are woken", async () => {
  const { bus, receivedEvents } = await startBus("access");
  const others: string[] = [];
  const leave = bus.subscribe("other", (message) => others.push(message));

  bus.publish("access", "1");
  bus.publish("other", "2");
  leave();
  bus.publish("other", "3");

  expect({ receivedEvents, others }).toEqual({ receivedEvents: ["1"], others: ["2"] });
});

test("a listener receives messages as they were sent", async () => {
  const near = await startBus();
  const far = await startBus();
  const messages = ["", "a'b\"c\\", "Größe 😀", "[1,2]", "x\ny"];

  for (const message of messages) {
    near.bus.publish("access", message);
  }

  await waitUntil("the other hears them", () => far.receivedEvents.length >= messages.length);
  expect(far.receivedEvents).toEqual(messages);
});

test("many messages are sent in few notifications, at most one in 10 ms", async () => {
  const { bus } = await startBus();
  const far = await startBus();
  const listener = await listen();
  const began = performance.now();

  for (let turn = 0; turn < 50; turn++) {
    for (let index = 0; index < 10; index++) {
      bus.publish("access", `${turn}.${index}`);
    }
    await delay(2);
  }
  await waitUntil("all have arrived", () => far.receivedEvents.length === 500);

  const elapsedMs = performance.now() - began;
  await listener.stop();
  expect(listener.payloads.length).toBeGreaterThan(1);
  expect(listener.payloads.length).toBeLessThanOrEqual(elapsedMs / 9 + 1);
});

test("the same message many times in a short time is sent once", async () => {
  const { bus } = await startBus();
  const listener = await listen();

  for (let index = 0; index < 1000; index++) {
    bus.publish("access", "again");
  }
  await waitUntil("it has arrived", () => listener.payloads.length > 0);

  await listener.stop();
  expect(listener.payloads).toEqual(['[["access","again"]]']);
});

test("a batch that is too large for one notification is split", async () => {
  const { bus } = await startBus();
  const far = await startBus();
  const listener = await listen();
  const messages = Array.from({ length: 50 }, (_, index) => `${index}:${"ü".repeat(400)}`);

  for (const message of messages) {
    bus.publish("access", message);
  }
  await waitUntil("all have arrived", () => far.receivedEvents.length === messages.length);

  await listener.stop();
  expect(far.receivedEvents).toEqual(messages);
  expect(listener.payloads.length).toBeGreaterThanOrEqual(6);
  expect(Math.max(...listener.payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8000);
});

test("a message that is too large for any notification wakes the topic and delays no other", async () => {
  const { bus } = await startBus();
  const far = await startBus();

  bus.publish("access", "x".repeat(10_000));
  bus.publish("access", "behind it");

  await waitUntil("both have arrived", () => far.receivedEvents.length === 2);
  expect(far.receivedEvents).toEqual(["", "behind it"]);
});

test("a message published just before the end is still sent", async () => {
  const { bus } = await startBus();
  const far = await startBus();

  bus.publish("access", "last words");
  await bus.close();

  await waitUntil("the other hears it", () => far.receivedEvents.includes("last words"));
});

test("a bus whose connection is killed wakes all topics when it reconnects, and receives messages again", async () => {
  const near = await startBus();
  const far = await startBus("access");
  const woken: string[] = [];
  far.bus.subscribe("other", (message) => woken.push(message));

  await database.db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'weft-bus' and datname = current_database()`);
  await waitUntil("both topics are woken", () => far.receivedEvents.includes("") && woken.includes(""));
  await waitUntil("the other bus is back too", () => near.receivedEvents.includes(""));

  near.bus.publish("access", "after it");
  await waitUntil("it hears again", () => far.receivedEvents.includes("after it"));
});

test("a bus reconnects to a database that was unavailable for a while", async () => {
  const near = await startBus("access", proxy.connectionString);
  const far = await startBus();

  await proxy.cut();
  near.bus.publish("access", "lost");
  expect(near.receivedEvents).toEqual(["lost"]);
  await proxy.restore();

  await waitUntil("all are woken", () => near.receivedEvents.includes(""));
  near.bus.publish("access", "found");
  await waitUntil("the other hears it", () => far.receivedEvents.includes("found"));
});

test("a bus can be closed while the database is unavailable", async () => {
  const { bus } = await startBus("access", proxy.connectionString);
  await proxy.cut();

  await bus.close();

  await proxy.restore();
});

test("a bus notices that its connection has lost its server, and reconnects", async () => {
  const near = await startBus("access", proxy.connectionString, 200);
  const far = await startBus();

  proxy.freeze();
  near.bus.publish("access", "lost");

  await waitUntil("all are woken", () => near.receivedEvents.includes(""));
  near.bus.publish("access", "found");
  await waitUntil("the other hears it", () => far.receivedEvents.includes("found"));
});
