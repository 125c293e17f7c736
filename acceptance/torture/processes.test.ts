import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { requireAll, type Target, type Writing, writeUntilStopped } from "../testing/item-writers.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";

const torture = beginTorture("processes");
const processes = 3;

let folder: string;
let node: NodeProcess;
let target: Target;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-processes-"));
  const env = { DATA_DIR: join(folder, "data"), WEFT_RATE_LIMIT: "off", WEFT_PROCESSES: String(processes) };
  node = await startNode({ env: { ...env, DATABASE_POOL: "15", LOG_LEVEL: "info", SHUTDOWN_DELAY: "1" } });
  const { apiKey, orgSlug } = await readCredentials(join(folder, "data"));
  target = { address: () => node.address, headers: { "x-api-key": apiKey, "x-api-org": orgSlug } };
});

afterAll(async () => {
  await node.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

/** The processes of the node that serve requests: those of its children that run Node. */
async function listServing(): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (pid) => ({ pid, text: await readStat(pid) })));
  return found
    .filter(({ text }) => /^\d+ \((?:node|MainThread)\) \S (\d+)/.exec(text)?.[1] === String(node.pid))
    .map(({ pid }) => Number(pid))
    .toSorted((a, b) => a - b);
}

function readStat(pid: string): Promise<string> {
  return readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
}

async function writeMore({ acknowledged }: Writing): Promise<void> {
  const wanted = acknowledged.size + 20 + Math.floor(torture.random() * 40);
  await waitUntil(`${wanted} items are there`, () => acknowledged.size >= wanted, 60_000);
}

async function scrape(name: string): Promise<number> {
  const text = await (await fetch(`${node.address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
}

test("requests are served by all processes, and their metrics are those of the node", async () => {
  expect(await listServing()).toHaveLength(processes);

  const before = await scrape('weft_http_request_seconds_count\\{method="GET",route="/health/live",status="200"\\}');
  await Promise.all(Array.from({ length: 30 }, () => fetch(`${node.address}/health/live`)));
  const after = await scrape('weft_http_request_seconds_count\\{method="GET",route="/health/live",status="200"\\}');

  expect(after - (Number.isNaN(before) ? 0 : before)).toBe(30);
  expect(await scrape("process_cpu_user_seconds_total")).toBeGreaterThan(0);
});

test("a process that is killed loses nothing that it acknowledged, and is replaced", async () => {
  const writing = writeUntilStopped(target);
  const kills = torture.times(3);
  for (let kill = 0; kill < kills; kill += 1) {
    await writeMore(writing);
    const before = await listServing();

    process.kill(torture.pick(before), "SIGKILL");

    await waitUntil("it is replaced", async () => {
      const now = await listServing();
      return now.length === processes && now.some((pid) => !before.includes(pid));
    });
  }
  await writeMore(writing);
  await writing.stop();

  await requireAll(target, writing.acknowledged);
  expect(writing.refusals).toEqual([]);
  torture.verdict(`${kills} processes killed; ${writing.acknowledged.size} items written, none lost`);
}, 300_000);

test("SIGUSR2 replaces all processes without a failed request", async () => {
  const before = await listServing();
  let isOver = false;
  const failures: string[] = [];
  const reading = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const [status, ready] = await Promise.all([
          fetch(`${node.address}/api/items?limit=1`, { headers: target.headers }).then((answer) => answer.status),
          fetch(`${node.address}/health/ready`).then((answer) => answer.status),
        ]).catch((error: unknown) => [String(error), ""]);
        if (status !== 200 || ready !== 200) failures.push(`${status} ${ready}`);
      }
    }),
  );

  process.kill(node.pid, "SIGUSR2");

  await waitUntil("all are replaced", () => node.output().includes("all processes were replaced"), 60_000);
  isOver = true;
  await reading;
  const after = await listServing();
  expect(after).toHaveLength(processes);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  expect(failures).toEqual([]);
}, 120_000);

test("a stop ends all processes, and one whose supervisor is killed ends with it", async () => {
  const serving = await listServing();

  expect(await node.end("SIGKILL")).toBe("SIGKILL");

  await waitUntil("none is left", async () => (await Promise.all(serving.map(String).map(readStat))).join("") === "");
});
