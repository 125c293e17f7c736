import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { waitUntil } from "../server/src/testing/wait-until.ts";
import { type NodeProcess, startNode } from "./testing/node-process.ts";
import { readCredentials } from "./testing/own-database.ts";

let database: TestDatabase;
let folder: string;
let first: NodeProcess;
let second: NodeProcess;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-nodes-"));
  // Both at once, on an empty database: one of them performs the first start.
  [first, second] = await Promise.all([startOn("a"), startOn("b")]);
  const read = await Promise.allSettled(["a", "b"].map((name) => readCredentials(join(folder, name))));
  const made = read.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(made).toHaveLength(1);
  headers = { "x-api-key": made[0].apiKey, "x-api-org": "demo" };
});

afterAll(async () => {
  await Promise.all([first.end("SIGTERM"), second.end("SIGTERM")]);
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function startOn(name: string, args: readonly string[] = []): Promise<NodeProcess> {
  return startNode({
    args,
    env: {
      DATA_DIR: join(folder, name),
      DATABASE_URL: database.connectionString,
      DATABASE_POOL: "4",
      WEFT_SECRET: "the same secret on every node, of course",
    },
  });
}

function call(node: NodeProcess, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${node.address}/api${path}`, { ...init, headers: { ...headers, ...init.headers } });
}

async function createKey(node: NodeProcess, name: string): Promise<{ id: string; apiKey: string }> {
  const post = async (path: string, body: object): Promise<{ id: string; apiKey: string }> => {
    const headers = { "content-type": "application/json" };
    const answer = await call(node, path, { method: "POST", headers, body: JSON.stringify(body) });
    return JSON.parse(await answer.text());
  };
  const app = await post("/apps", { name });
  return post("/api-keys", { appId: app.id, preset: "read-only" });
}

test("a key of one node works on the other at once, and is rejected there within a second once revoked", async () => {
  const key = await createKey(first, "revoked soon");
  const use = (node: NodeProcess) => call(node, "/whoami", { headers: { "x-api-key": key.apiKey } });
  expect((await use(second)).status).toBe(200);

  const revoked = await call(first, `/api-keys/${key.id}/revoke`, { method: "POST" });
  const revokedAt = Date.now();

  expect(revoked.status).toBe(200);
  await waitUntil("the other node rejects the key", async () => (await use(second)).status === 401);
  expect(Date.now() - revokedAt).toBeLessThan(1000);
});

test("a worker node serves health checks and no API requests", async () => {
  const worker = await startOn("worker", ["--role", "worker"]);

  const health = await fetch(`${worker.address}/health/ready`);
  const answer = await call(worker, "/whoami");

  expect([health.status, answer.status]).toEqual([200, 404]);
  expect(await worker.end("SIGTERM")).toBe(0);
});

test("a node that receives a stop signal finishes the request in progress", async () => {
  const slow = call(second, "/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "nobody@example.com", password: "x", orgSlug: "demo" }),
  });
  await fetch(`${second.address}/health/live`);

  const ended = second.end("SIGTERM");

  expect((await slow).status).toBe(401);
  expect(await ended).toBe(0);
});
