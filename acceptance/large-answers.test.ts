import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "./testing/node-process.ts";
import { readCredentials } from "./testing/own-database.ts";

const itemsCount = 30;
// A text has at most 1 MiB.
const note = "x".repeat(975_000);

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
  headers = { "x-api-key": apiKey, "x-api-org": orgSlug };
  for (let index = 0; index < itemsCount; index += 1) {
    const item = { typePath: "item", name: `Item ${index}`, note, note2: note, note3: note, note4: note };
    const answer = await fetch(`${node.address}/api/items`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(item),
    });
    expect(answer.status).toBe(201);
    ids.push(JSON.parse(await answer.text()).id);
  }
}, 240_000);

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
  // Counted as it comes, so that the test itself needs no memory for it.
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
  }
  return { status: answer.status, bytes, retryAfter: answer.headers.get("retry-after") };
}

interface Page {
  readonly results: readonly { readonly name: string }[];
  readonly nextPageKey?: string;
}

async function fetchJson(path: string): Promise<Page> {
  return JSON.parse(await (await fetch(`${node.address}/api${path}`, { headers })).text());
}

async function requireAlive(): Promise<void> {
  expect((await read("/whoami")).status, node.output()).toBe(200);
}

test.each([
  ["pages with one field", "/items?limit=100&fields=name", 50],
  ["pages of whole entities", "/items?limit=100", 50],
  ["pages in another order", "/items?limit=1000&order=~(orderField~'name~order~'desc)", 20],
  ["single entities", "/items/ID", 50],
  ["pages of the history", "/change-history?limit=1000", 20],
  ["polls of the history", "/change-history?after=beginning&limit=1000", 20],
  ["exports of the history", "/change-history/export", 5],
])(
  "a heap of 512 MB survives many large answers at once: %s",
  async (_, path, count) => {
    const address = path.replace("ID", ids[0] ?? "");

    const answers = await Promise.all(Array.from({ length: count }, () => read(address)));

    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers.every(({ status, retryAfter }) => status === 200 || retryAfter !== null)).toBe(true);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await requireAlive();
  },
  180_000,
);

test("the pages of 30 entities of 3.9 MB hold each of them once", async () => {
  const names: string[] = [];
  let pages = 0;
  for (let key: string | undefined = ""; key !== undefined; pages += 1) {
    const page: Page = await fetchJson(`/items?limit=100${key === "" ? "" : `&nextPageKey=${key}`}`);
    names.push(...page.results.map(({ name }) => name));
    key = page.nextPageKey;
  }

  expect(names.toSorted()).toEqual(Array.from({ length: itemsCount }, (_, index) => `Item ${index}`).toSorted());
  expect(pages).toBeGreaterThan(itemsCount / 3);
}, 120_000);

async function write(method: string, path: string, body: object): Promise<number> {
  const answer = await fetch(`${node.address}/api${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test("small writes to large entities at once are all done, and a batch of them is refused by its size", async () => {
  const single = await Promise.all(ids.map((id) => write("PUT", `/items/${id}`, { tag: "touched" })));
  const operations = ids.map((id) => ({ op: "update", id, object: { tag: "again" } }));
  const batch = await write("POST", "/items/batch", { operations });

  expect(single.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(single).toContain(200);
  expect(batch).toBe(413);
  await requireAlive();
}, 180_000);
