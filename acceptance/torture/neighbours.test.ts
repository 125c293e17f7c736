import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../server/src/webhooks/testing/webhook-receiver.ts";
import { startHostileOrg } from "../testing/hostile-org.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "../testing/node-process.ts";

const torture = beginTorture("neighbours");
const quietOrgs = 10;
const roundsEach = torture.times(8);
const heapMb = 512;
// Memory outside the heap: code, buffers, and the heaps of the threads for loads, scripts and expressions.
const besideHeapMb = 512;
// The target, on an otherwise idle machine. The verdict contains the ratio.
const slowerAim = 3;
// The limit on any machine. The target is not met yet: single values of megabytes are decoded in one turn of the event
// loop.
const slowerMax = 10;
const slowerSlackMs = 2_000;
const pauseMsMax = 40;

let database: TestDatabase;
let folder: string;
let receiver: WebhookReceiver;
let node: NodeProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-neighbours-"));
  receiver = await startWebhookReceiver();
  receiver.answer((_message, response) => {
    setTimeout(() => response.writeHead(204).end(), 2_000);
  });
  node = await startNode({
    env: {
      ...nodeEnvironment(database, folder),
      DATABASE_POOL: "10",
      NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
      WEFT_OUTBOUND_ALLOW: "127.0.0.1/32",
    },
  });
});

afterAll(async () => {
  await node.end("SIGTERM");
  await receiver.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Caller {
  readonly orgId: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function buildCaller(): Promise<Caller> {
  const org = await buildOrg({ database });
  return { orgId: org.id, headers: (await buildKey({ database }, org)).headers };
}

/** The duration of a request in milliseconds; it must succeed. */
async function timeCall({ headers }: Caller, method: string, path: string, body?: object): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${node.address}/api${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const ms = performance.now() - begun;
  expect(answer.status, text).toBeLessThan(300);
  return ms;
}

/** The load of a quiet org: reads and writes, with pauses. */
async function callQuietly(caller: Caller): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < roundsEach; round++) {
    times.push(await timeCall(caller, "GET", "/whoami"));
    times.push(await timeCall(caller, "POST", "/items", { name: `Item ${round}` }));
    times.push(await timeCall(caller, "GET", "/items?limit=10"));
    await new Promise((resolve) => setTimeout(resolve, torture.random() * pauseMsMax));
  }
  return times;
}

interface Measured {
  readonly p50: number;
  readonly p99: number;
  /** The longest time for which the event loop was blocked. */
  readonly heldMs: number;
}

/** All quiet orgs at once. */
async function measureQuietOrgs(callers: readonly Caller[]): Promise<Measured> {
  await loopHeldMs();
  const times = (await Promise.all(callers.map(callQuietly))).flat().toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), heldMs: await loopHeldMs() };
}

/** Since the last call. */
async function loopHeldMs(): Promise<number> {
  const text = await (await fetch(`${node.address}/metrics`)).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
}

/** The peak memory of the node, in MB. */
async function peakMemoryMb(): Promise<number> {
  const status = await readFile(`/proc/${node.pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

function wordsOf({ p50, p99, heldMs }: Measured): string {
  return `${p99.toFixed(0)} ms (p50 ${p50.toFixed(0)} ms, event loop held up to ${heldMs.toFixed(0)} ms)`;
}

test("one org that uses everything it may does not slow down ten quiet ones", {
  timeout: torture.times(300_000),
}, async () => {
  const callers = await Promise.all(Array.from({ length: quietOrgs }, buildCaller));
  await measureQuietOrgs(callers);
  const alone = await measureQuietOrgs(callers);
  const hostile = await startHostileOrg({
    ...(await buildCaller()),
    address: () => node.address,
    db: database.db,
    slowReceiver: receiver.address,
  });

  const beside = await measureQuietOrgs(callers);
  hostile.stop();

  const attacks = Object.entries(hostile.counts).map(([name, count]) => `${count} ${name}`);
  const slower = beside.p99 / alone.p99;
  const memoryMb = await peakMemoryMb();
  torture.verdict(
    `p99 of ${quietOrgs} quiet orgs ${wordsOf(alone)} alone and ${wordsOf(beside)} beside a hostile one, ` +
      `${slower.toFixed(1)} times as long (aim: ${slowerAim}); ${attacks.join(", ")}, ${hostile.refusals} refused; ` +
      `peak ${memoryMb} MB with a heap of ${heapMb} MB`,
  );
  expect(hostile.failures).toEqual([]);
  expect(memoryMb).toBeLessThan(heapMb + besideHeapMb);
  expect(beside.p99).toBeLessThan(slowerMax * alone.p99 + slowerSlackMs);
});
