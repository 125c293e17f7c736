import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { BalancedClient, type Balancer, findFreePort, startHaproxy, startNginx } from "../testing/balancers.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";

interface PlacedNode {
  readonly port: number;
  readonly folder: string;
  process: NodeProcess;
}

let database: TestDatabase;
let folder: string;
const nodes: PlacedNode[] = [];
const balancers: Balancer[] = [];
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-balancers-"));
  for (const name of ["one", "two", "three"]) {
    const place = { port: await findFreePort(), folder: join(folder, name) };
    nodes.push({ ...place, process: await start(place) });
  }
  const { apiKey, orgSlug } = await readCredentials(join(folder, "one"));
  headers = { "x-api-key": apiKey, "x-api-org": orgSlug };
  const nodePorts = nodes.map(({ port }) => port);
  const folderOf = async (name: string) => {
    await mkdir(join(folder, name));
    return join(folder, name);
  };
  balancers.push(await startNginx({ folder: await folderOf("nginx"), nodePorts }));
  balancers.push(await startHaproxy({ folder: await folderOf("haproxy"), nodePorts }));
}, 120_000);

afterAll(async () => {
  await Promise.all(balancers.map((balancer) => balancer.stop()));
  await Promise.all(nodes.map((node) => node.process.end("SIGKILL")));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** With the delay that a service has which is not on a terminal. */
function start({ port, folder: dataFolder }: Omit<PlacedNode, "process">): Promise<NodeProcess> {
  const env = { ...nodeEnvironment(database, dataFolder), PORT: String(port), TRUST_PROXY: "127.0.0.1" };
  return startNode({ env: { ...env, SHUTDOWN_DELAY: "5" } });
}

interface Load {
  readonly calls: () => number;
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

const callersAtOnce = 6;

/** Creates, changes, reads and deletes items through the balancer until stopped. */
function callUntilStopped(balancer: Balancer): Load {
  const client = new BalancedClient(balancer);
  const failures: string[] = [];
  let calls = 0;
  let isStopped = false;
  const call = async (expected: number, method: string, path: string, body?: object) => {
    const answer = await client.call(method, `/api${path}`, headers, body);
    calls += 1;
    if (answer.status !== expected) {
      failures.push(`${method} ${path} at ${new Date().toISOString()}: ${answer.status} ${answer.body.slice(0, 200)}`);
    }
    return answer;
  };
  const callInTurn = async () => {
    while (!isStopped) {
      const created = await call(201, "POST", "/items", { name: "Parka" });
      if (created.status === 201) {
        const { id }: { id: string } = JSON.parse(created.body);
        await call(200, "PUT", `/items/${id}`, { name: "Anorak" });
        await call(200, "GET", `/items/${id}`);
        await call(204, "DELETE", `/items/${id}`);
      }
    }
  };
  const callers = Array.from({ length: callersAtOnce }, callInTurn);
  return {
    calls: () => calls,
    failures,
    async stop() {
      isStopped = true;
      await Promise.all(callers);
      client.close();
    },
  };
}

/** The pause between two nodes in the guide, in seconds. */
function readPause(): number {
  const guide = readFileSync(fileURLToPath(new URL("../../docs/scaling.md", import.meta.url)), "utf8");
  const [, seconds = ""] = /wait another (\d+) s\b/.exec(guide) ?? [];
  return Number(seconds);
}

test("three nodes are replaced one after the other behind nginx and HAProxy without a failed call", async () => {
  const pauseSeconds = readPause();
  const loads = balancers.map((balancer) => ({ name: balancer.name, load: callUntilStopped(balancer) }));
  expect(pauseSeconds).toBeGreaterThanOrEqual(5);

  for (const node of nodes) {
    expect(await node.process.end("SIGTERM")).toBe(0);
    node.process = await start(node);
    await waitUntil(
      "the new node is ready",
      async () => (await fetch(`${node.process.address}/health/ready`)).status === 200,
    );
    await delay(pauseSeconds * 1_000);
  }
  await Promise.all(loads.map(({ load }) => load.stop()));

  for (const { name, load } of loads) {
    console.log(`verdict: three nodes replaced behind ${name}: ${load.calls()} calls, ${load.failures.length} failed`);
  }
  expect(loads.map(({ load }) => load.failures)).toEqual([[], []]);
  expect(Math.min(...loads.map(({ load }) => load.calls()))).toBeGreaterThan(100);
});
