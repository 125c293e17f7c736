import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../server/src/platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "./testing/node-process.ts";
import { readCredentials } from "./testing/own-database.ts";

const itemNames = Array.from({ length: 30 }, (_, index) => `Item ${index}`);
// The maximum text is 1 MiB.
const note = "x".repeat(975_000);
// More than the budget, so that an export continues beyond it; the rest is not read.
const bytesReadMax = 20_000_000;

let database: TestDatabase;
let folder: string;
let node: NodeProcess;
let headers: Record<string, string>;
const ids: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-large-"));
  node = await startNode({
    env: { ...nodeEnvironment(database, folder), DATABASE_POOL: "16", NODE_OPTIONS: "--max-old-space-size=512" },
  });
  const { apiKey, orgSlug } = await readCredentials(folder);
  // Compressing megabytes would dominate the test.
  headers = { "x-api-key": apiKey, "x-api-org": orgSlug, "accept-encoding": "identity" };
  for (const name of itemNames) {
    const answer = await send("POST", "/items", { typePath: "item", name });
    expect(answer.status).toBe(201);
    ids.push(JSON.parse(await answer.text()).id);
  }
  await enlargeItems();
}, 60_000);

/** Enlarges the items in the database, which is much faster than through the API. */
async function enlargeItems(): Promise<void> {
  const texts = JSON.stringify({ note, note2: note, note3: note, note4: note });
  await database.db.query(sql`update entities set properties = properties || ${texts}::jsonb where id = any(${ids})`);
  await database.db.query(sql`update changes set diffs = diffs || ${texts}::jsonb where entity_id = any(${ids})`);
}

afterAll(async () => {
  await node?.end("SIGKILL");
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Read {
  readonly status: number;
  readonly bytes: number;
  readonly retryAfter: string | null;
}

async function read(path: string): Promise<Read> {
  const answer = await fetch(`${node.address}/api${path}`, { headers });
  // Counted while it arrives, so that the test itself needs no memory for it.
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesReadMax) {
      break;
    }
  }
  return { status: answer.status, bytes, retryAfter: answer.headers.get("retry-after") };
}

async function requireAlive(): Promise<void> {
  expect((await read("/whoami")).status, node.output()).toBe(200);
}

function send(method: string, path: string, body: object): Promise<Response> {
  return fetch(`${node.address}/api${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function write(method: string, path: string, body: object): Promise<number> {
  const answer = await send(method, path, body);
  await answer.arrayBuffer();
  return answer.status;
}

test.each([
  ["pages of whole entities", "/items?limit=100", 5],
  ["pages in another order", "/items?limit=1000&order=~(orderField~'name~order~'desc)", 4],
  ["single entities", "/items/ID", 10],
  ["pages of the history", "/change-history?limit=1000", 4],
  ["polls of the history", "/change-history?after=beginning&limit=1000", 4],
  ["exports of the history", "/change-history/export", 2],
])(
  "a heap of 512 MB survives many concurrent large responses: %s",
  async (_, path, count) => {
    const address = path.replace("ID", ids[0] ?? "");

    const answers = await Promise.all(Array.from({ length: count }, () => read(address)));

    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers.every(({ status, retryAfter }) => status === 200 || retryAfter !== null)).toBe(true);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await requireAlive();
  },
  60_000,
);

interface Page {
  readonly results: readonly { readonly name: string }[];
  readonly nextPageKey?: string;
}

interface Walk {
  readonly names: readonly string[];
  readonly pages: number;
}

async function walkPages(path: string, key?: string): Promise<Walk> {
  const answer = await fetch(`${node.address}/api${path}${key === undefined ? "" : `&nextPageKey=${key}`}`, {
    headers,
  });
  expect(answer.status).toBe(200);
  const { results, nextPageKey }: Page = JSON.parse(await answer.text());
  const rest = nextPageKey === undefined ? { names: [], pages: 0 } : await walkPages(path, nextPageKey);
  return { names: [...results.map(({ name }) => name), ...rest.names], pages: rest.pages + 1 };
}

test.each([
  ["five with the name alone", 5, "/items?limit=100&fields=name", 1],
  ["two with a text of 1 MB", 2, "/items?limit=100&fields=name,note", itemNames.length / 8],
])(
  "concurrent walks through the pages of 30 entities of 3.9 MB each find all of them: %s",
  async (_, count, path, pagesMin) => {
    const walks = await Promise.all(Array.from({ length: count }, () => walkPages(path)));

    for (const { names, pages } of walks) {
      expect(names.toSorted()).toEqual(itemNames.toSorted());
      expect(pages).toBeGreaterThanOrEqual(pagesMin);
    }
    await requireAlive();
  },
  60_000,
);

test("a walk through pages of whole entities finds each of them once", async () => {
  const wanted = itemNames.slice(0, 8);
  const criteria = encodeURIComponent(JSON.stringify({ name: { in: wanted } }));

  const { names, pages } = await walkPages(`/items?limit=100&criteria=${criteria}`);

  expect(names.toSorted()).toEqual(wanted.toSorted());
  expect(pages).toBeGreaterThan(wanted.length / 3);
}, 60_000);

test("concurrent small writes to large entities succeed, and a batch of them is rejected for its size", async () => {
  const single = await Promise.all(ids.slice(0, 5).map((id) => write("PUT", `/items/${id}`, { tag: "touched" })));
  const operations = ids.map((id) => ({ op: "update", id, object: { tag: "again" } }));
  const batch = await write("POST", "/items/batch", { operations });

  expect(single.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(single).toContain(200);
  expect(batch).toBe(413);
  await requireAlive();
}, 60_000);
