import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDistribution } from "../doctor/check-distribution.ts";
import { buildEntityWorld, type EntityWorld } from "../entities/testing/entity-world.ts";
import { sql } from "../platform/database/sql.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { moveOrg } from "./move-org.ts";
import { findOrgShard, listWorkerIds } from "./org-shard-store.ts";

let routed: TestService;
let alsoRouted: TestService;
let unrouted: TestService;
let world: EntityWorld;

const types = { item: { properties: [{ slug: "number", propertyType: "sequence" }] } } as const;

beforeAll(async () => {
  // While an organization is moved its writes wait, each with a connection.
  const settings = { DATABASE_POOL: "12" };
  routed = await startTestService({ ...settings, DATABASE_WORKERS: "on" });
  alsoRouted = await startTestService({ ...settings, DATABASE_WORKERS: "on" }, routed);
  unrouted = await startTestService({ ...settings, DATABASE_WORKERS: "off" }, routed);
  await routed.database.db.query(sql`create extension pg_stat_statements`);
  world = await buildEntityWorld(routed, types);
  for (const node of [routed, alsoRouted]) {
    await waitUntil("writes do not use the coordinator", async () => {
      await forgetStatements();
      await world.call("POST", "/items", { node, body: { name: "warm-up" } });
      return (await listStatements("insert into entities")).length === 0;
    });
  }
});

afterAll(async () => {
  await unrouted.stop();
  await alsoRouted.stop();
  await routed.stop();
});

function forgetStatements() {
  return routed.database.db.query(sql`select pg_stat_statements_reset(0, oid) from pg_database
    where datname = current_database()`);
}

/** Those that the coordinator has planned. */
async function listStatements(part: string): Promise<string[]> {
  const rows = await routed.database.db.query<{ query: string }>(sql`
    select query from pg_stat_statements join pg_database d on d.oid = dbid
    where datname = current_database() and query like ${`%${part}%`} and query not like '%pg_stat_statements%'`);
  return rows.map(({ query }) => query);
}

test("requests on entities and their history send no statement to the coordinator", async () => {
  const { coveredUntil } = (await world.call("GET", "/change-history?after=now")).body;
  await forgetStatements();

  const { id } = await world.create("items", { name: "A" });
  const headers = { "idempotency-key": "once" };
  const responses = [
    await world.call("PUT", `/items/${id}`, { body: { name: "B" } }),
    await world.call("POST", "/items", { headers, body: { name: "C" } }),
    await world.call("POST", "/items/batch", { body: { operations: [{ op: "create", object: { name: "D" } }] } }),
    await world.call("GET", `/items/${id}`),
    await world.call("GET", `/items/${id}?relations=createdBy`),
    await world.call("GET", "/items?limit=10"),
    await world.call("GET", `/change-history?after=${coveredUntil}`),
    await world.call("GET", "/change-history?limit=10"),
    await world.call("DELETE", `/items/${id}`),
  ];

  expect(responses.map(({ status }) => Math.floor(status / 100))).toEqual(responses.map(() => 2));
  for (const table of ["entities", "changes", "idempotency_keys", "api_keys", "entity_types", "property_sequences"]) {
    expect(await listStatements(` ${table} `)).toEqual([]);
  }
});

test.each([
  ["a routed node", () => alsoRouted],
  ["a node that uses the coordinator", () => unrouted],
])("a write on a worker wakes a poll on %s", async (_, nodeOf) => {
  const node = nodeOf();
  const { coveredUntil } = (await world.call("GET", "/change-history?after=now", { node })).body;
  let cursor = coveredUntil;
  const waitsMs: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const polling = world.call("GET", `/change-history?after=${cursor}&wait=20`, { node });
    await waitUntil("the poll waits", async () => (await world.call("GET", "/items?limit=1", { node })).status === 200);
    const { id } = await world.create("items", { name: "wakes" });
    const began = performance.now();
    const { body } = await polling;
    waitsMs.push(performance.now() - began);
    cursor = body.coveredUntil;
    expect(body.results).toMatchObject([{ entityReference: `item:${id}` }]);
  }

  // Without wake-ups, a poll looks once per second.
  expect(waitsMs.toSorted((a, b) => a - b)[2]).toBeLessThan(400);
});

interface Written {
  readonly id: string;
  readonly number: string;
}

/** Creates items on one node after the other until it is over. */
async function write(isOver: () => boolean): Promise<Written[]> {
  const written: Written[] = [];
  for (let time = 0; !isOver(); time += 1) {
    const node = [routed, alsoRouted, unrouted][time % 3] ?? routed;
    const { status, body } = await world.call("POST", "/items", { node, body: { name: `${time}` } });
    expect(status, JSON.stringify(body)).toBe(201);
    written.push(body);
    const changed = await world.call("PUT", `/items/${body.id}`, { node: routed, body: { name: "changed" } });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body.updatedOn >= body.updatedOn).toBe(true);
  }
  return written;
}

test("an organization that moves between workers while it is written loses nothing, and its numbers rise", async () => {
  const { db } = routed.database;
  const { coveredUntil: start } = (await world.call("GET", "/change-history?after=now")).body;
  const workers = [...(await listWorkerIds(db)).keys()];
  let isOver = false;
  const writing = Promise.all(Array.from({ length: 6 }, () => write(() => isOver)));
  for (let moves = 0; moves < 3; moves += 1) {
    const { worker } = await findOrgShard(db, world.org.id);
    const to = workers.find((one) => one !== worker) ?? "";
    await moveOrg(db, { orgId: world.org.id, to, mode: "block_writes" }, () => {});
    const { worker: after } = await findOrgShard(db, world.org.id);
    expect(after).toBe(to);
    await waitUntil("routes lead to the new worker", async () => {
      await forgetStatements();
      await world.call("GET", "/items?limit=1");
      // Writers send no such statement.
      return (await listStatements("from entities where")).every((text) => !text.includes(" page"));
    });
  }
  isOver = true;
  const written = (await writing).flat();

  const seen: { id: string; createdOn: string; entityReference: string; entityVersion: number }[] = [];
  for (let cursor = start; ; ) {
    const { body } = await world.call("GET", `/change-history?after=${cursor}&limit=1000`, { node: alsoRouted });
    seen.push(...body.results);
    if (body.results.length === 0) break;
    cursor = body.coveredUntil;
  }
  const wanted = written.flatMap(({ id }) => [`item:${id} 1`, `item:${id} 2`]);
  const names = seen.map(({ entityReference, entityVersion }) => `${entityReference} ${entityVersion}`);
  expect(names.toSorted()).toEqual(wanted.toSorted());
  expect(seen.map(({ createdOn }) => createdOn)).toEqual(seen.map(({ createdOn }) => createdOn).toSorted());
  const sequences = (await world.changes()).map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  const numbers = written.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("the check names statements that are sent to all shards, and none of those that nodes send", async () => {
  const { db } = routed.database;
  const look = () =>
    checkDistribution({ ...routed.database, origin: "a test", close: async () => {} }).look(
      new AbortController().signal,
    );
  await forgetStatements();
  await db.query(sql`select citus_stat_statements_reset()`);
  await world.call("POST", "/items", { node: unrouted, body: { name: "through the coordinator" } });
  await world.call("GET", "/items?limit=10", { node: unrouted });
  const [, ...before] = await look();
  await db.query(sql`select count(*) from entities`);
  const [, ...after] = await look();

  expect(before).toEqual([]);
  expect(after).toMatchObject([
    {
      verdict: "warning",
      detail: expect.stringContaining("sent to all shards (calls: 1): select count(*) from entities"),
    },
  ]);
});

test("a node that cannot reach the workers uses the coordinator, and says so", async () => {
  const addresses = [...(await listWorkerIds(routed.database.db)).keys()];
  const cut = await startTestService(
    { DATABASE_WORKERS: addresses.map((address) => `${address}=127.0.0.1:1`).join(",") },
    routed,
  );
  try {
    await waitUntil("the outage is logged", () => cut.logLines.some((line) => line.includes("workers is unavailable")));
    const created = await world.call("POST", "/items", { node: cut, body: { name: "through the coordinator" } });
    expect(created.status).toBe(201);
    expect((await world.call("GET", `/items/${created.body.id}`, { node: routed })).status).toBe(200);
  } finally {
    await cut.stop();
  }
});

test("a server that is not the worker that the coordinator means is not used", async () => {
  const [one = "", other = ""] = [...(await listWorkerIds(routed.database.db)).keys()];
  const crossed = await startTestService({ DATABASE_WORKERS: `${one}=${other},${other}=${one}` }, routed);
  try {
    await waitUntil("the error is logged", () =>
      crossed.logLines.some((line) => line.includes("Check DATABASE_WORKERS")),
    );
    const created = await world.call("POST", "/items", { node: crossed, body: { name: "through the coordinator" } });
    expect(created.status).toBe(201);
  } finally {
    await crossed.stop();
  }
});
