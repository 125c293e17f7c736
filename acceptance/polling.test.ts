import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { beginTorture } from "../server/src/testing/torture.ts";
import { type NodeProcess, startNode } from "./testing/node-process.ts";
import { readCredentials } from "./testing/own-database.ts";

const torture = beginTorture("writers and a poller");
const rounds = torture.times(4);

let database: TestDatabase;
let folder: string;
let nodes: readonly NodeProcess[];
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-polling-"));
  const first = await startOn("a");
  const { apiKey } = await readCredentials(join(folder, "a"));
  headers = { "x-api-key": apiKey, "x-api-org": "demo" };
  nodes = [first, await startOn("b")];
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function startOn(name: string): Promise<NodeProcess> {
  return startNode({
    env: {
      DATA_DIR: join(folder, name),
      DATABASE_URL: database.connectionString,
      DATABASE_POOL: "6",
      WEFT_SECRET: "the same secret on every node, of course",
      WEFT_RATE_LIMIT: "off",
    },
  });
}

interface ChangeRecord {
  readonly id: string;
  readonly entityReference: string;
  readonly entityVersion: number;
  readonly createdOn: string;
}

interface Page {
  readonly results: readonly ChangeRecord[];
  readonly coveredUntil: string;
}

function nodeFor(number: number): NodeProcess {
  const node = nodes[number % nodes.length];
  if (node === undefined) {
    throw new Error("There are no nodes.");
  }
  return node;
}

async function call(node: NodeProcess, method: string, path: string, body?: object) {
  const answer = await fetch(`${node.address}/api${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.status, text).toBeLessThan(300);
  return JSON.parse(text);
}

/** Polls until the writers have ended and no more changes arrive; each poll goes to the next node. */
async function pollWhile(isWriting: () => boolean, start: string): Promise<ChangeRecord[]> {
  const seen: ChangeRecord[] = [];
  let cursor = start;
  for (let polls = 0; ; polls++) {
    const wasWriting = isWriting();
    const page: Page = await call(nodeFor(polls), "GET", `/change-history?after=${cursor}&limit=100&wait=1`);
    seen.push(...page.results);
    cursor = page.coveredUntil;
    if (!wasWriting && page.results.length === 0) {
      return seen;
    }
  }
}

/** Creates and changes entities, sometimes those of others, and returns the acknowledged writes. */
async function write(writer: number, shared: readonly string[]): Promise<string[]> {
  const acknowledged: string[] = [];
  const note = ({ id, version }: { id: string; version: number }) => acknowledged.push(`item:${id} ${version}`);
  for (let round = 0; round < rounds; round++) {
    const created = await call(torture.pick(nodes), "POST", "/items", { name: `of ${writer}` });
    note(created);
    note(await call(torture.pick(nodes), "PUT", `/items/${created.id}`, { round }));
    const other = torture.pick(shared);
    note(await call(torture.pick(nodes), "PUT", `/items/${other}`, { writer, round, at: `${writer}/${round}` }));
  }
  return acknowledged;
}

test("32 writers on two nodes and one poller: each change is seen exactly once, in order, despite long transactions", {
  timeout: torture.times(60_000),
}, async () => {
  const shared: string[] = [];
  for (let number = 0; number < 4; number++) {
    shared.push((await call(nodeFor(number), "POST", "/items", { name: `shared ${number}` })).id);
  }
  const { coveredUntil: start } = await call(nodeFor(0), "GET", "/change-history?after=now");
  // Other work in the cluster: one transaction with an old snapshot, and one that has written and stays open.
  const long = await openLongTransactions();
  let isWriting = true;
  const polling = pollWhile(() => isWriting, start);

  const acknowledged = (await Promise.all(Array.from({ length: 32 }, (_, writer) => write(writer, shared)))).flat();
  isWriting = false;
  const seen = await polling;
  await long.end();

  const names = seen.map(({ entityReference, entityVersion }) => `${entityReference} ${entityVersion}`);
  expect(names.toSorted()).toEqual(acknowledged.toSorted());
  expect(new Set(names).size).toBe(names.length);
  expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted());
  expect(seen.map(({ createdOn }) => createdOn)).toEqual(seen.map(({ createdOn }) => createdOn).toSorted());
  for (const versions of versionsByEntity(seen).values()) {
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  }
  torture.verdict(`${acknowledged.length} changes by 32 writers on 2 nodes, each seen once, in order`);
});

test("entities have increasing versions even if transactions lock in one order and commit in another", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 6; number++) {
    ids.push((await call(nodeFor(0), "POST", "/items", { name: `crossed ${number}` })).id);
  }
  const { coveredUntil: start } = await call(nodeFor(0), "GET", "/change-history?after=now");
  const batch = (order: readonly string[], mark: string) => ({
    operations: order.map((id) => ({ op: "update", id, object: { mark } })),
  });

  const rounds = Array.from({ length: 12 }, (_, round) =>
    call(nodeFor(round), "POST", "/items/batch", batch(round % 2 === 0 ? ids : ids.toReversed(), `${round}`)),
  );
  await Promise.all(rounds);
  const seen = await pollWhile(() => false, start);

  expect(seen).toHaveLength(12 * ids.length);
  for (const versions of versionsByEntity(seen).values()) {
    expect(versions).toEqual(Array.from({ length: 12 }, (_, index) => index + 2));
  }
});

async function openLongTransactions() {
  const { pool } = database.db;
  const [reader, writer] = [await pool.connect(), await pool.connect()];
  await reader.query("begin isolation level repeatable read");
  await reader.query("select count(*) from entities");
  await writer.query("begin");
  await writer.query("create table long_transaction (n integer)");
  await writer.query("insert into long_transaction values (1)");
  return {
    async end() {
      for (const client of [reader, writer]) {
        await client.query("rollback");
        client.release();
      }
    },
  };
}

function versionsByEntity(records: readonly ChangeRecord[]): Map<string, number[]> {
  const versions = new Map<string, number[]>();
  for (const { entityReference, entityVersion } of records) {
    versions.set(entityReference, [...(versions.get(entityReference) ?? []), entityVersion]);
  }
  return versions;
}
