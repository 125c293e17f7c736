import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { waitUntil } from "../server/src/testing/wait-until.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "./testing/node-process.ts";
import { readCredentials } from "./testing/own-database.ts";

let database: TestDatabase;
let folder: string;
let headers: Record<string, string>;
const nodes: NodeProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-draining-"));
  const first = await start();
  const { apiKey, orgSlug } = await readCredentials(folder);
  headers = { "x-api-key": apiKey, "x-api-org": orgSlug, "content-type": "application/json" };
  await first.end("SIGTERM");
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGKILL")));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(delaySeconds = 0): Promise<NodeProcess> {
  const node = await startNode({
    env: {
      ...nodeEnvironment(database, folder),
      SHUTDOWN_DELAY: String(delaySeconds),
      WEFT_OUTBOUND_ALLOW: "127.0.0.1/32",
    },
  });
  nodes.push(node);
  return node;
}

const statusOf = async (url: string) => (await fetch(url, { headers })).status;

const isRefused = (node: NodeProcess) =>
  fetch(`${node.address}/health/live`).then(
    () => false,
    () => true,
  );

test("a stopping node is not ready at once, serves requests for the delay, and then ends", async () => {
  const node = await start(3);
  const poll = fetch(`${node.address}/api/change-history?after=now&wait=30`, { headers });

  const signaledAt = Date.now();
  const ended = node.end("SIGTERM");
  await waitUntil("it is not ready", async () => (await statusOf(`${node.address}/health/ready`)) === 503);
  const served = await fetch(`${node.address}/api/whoami`, { headers });
  await waitUntil("its port is closed", () => isRefused(node));
  const closedMs = Date.now() - signaledAt;

  expect([served.status, served.headers.get("connection")]).toEqual([200, "close"]);
  expect(closedMs).toBeGreaterThanOrEqual(2_900);
  expect((await poll).status).toBe(200);
  expect(await ended).toBe(0);
  expect(Date.now() - signaledAt).toBeLessThan(14_000);
});

test("a second signal ends a draining node at once", async () => {
  const node = await start(300);

  void node.end("SIGTERM");
  await waitUntil("it drains", async () => (await statusOf(`${node.address}/health/ready`)) === 503);

  expect(await node.end("SIGINT")).toBe(1);
});

test("a connection that never sends a request does not hold up the stop", async () => {
  const node = await start();
  const { hostname, port } = new URL(node.address);
  const socket = connect(Number(port), hostname).on("error", () => {});
  await once(socket, "connect");

  expect(await node.end("SIGTERM")).toBe(0);
});

test("a draining node claims no work, which the next node does", async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const bound = receiver.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  const node = await start(300);
  const post = (path: string, body: object) =>
    fetch(`${node.address}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const webhook = { url: `http://127.0.0.1:${port}/received`, events: ["item|*"], auth: { type: "none" } };
  expect((await post("/webhooks", webhook)).status).toBe(201);
  void node.end("SIGTERM");
  await waitUntil("it drains", async () => (await statusOf(`${node.address}/health/ready`)) === 503);

  expect((await post("/items", { name: "Parka" })).status).toBe(201);
  const receivedWhileDraining = [...received];
  const next = await start();
  await waitUntil("the message is delivered", () => received.length > 0);

  expect(receivedWhileDraining).toEqual([]);
  expect(received).toEqual(["/received"]);
  await node.end("SIGKILL");
  await next.end("SIGTERM");
  receiver.close();
});
