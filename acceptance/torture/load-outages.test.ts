import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { LoadClient } from "../testing/load-client.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";

const torture = beginTorture("load outages");
const outages = torture.times(1);

let folder: string;
let node: NodeProcess;
let client: LoadClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-outages-"));
  node = await startNode({ env: { DATA_DIR: folder, WEFT_RATE_LIMIT: "off" } });
  const { apiKey, orgSlug } = JSON.parse(await readFile(join(folder, "first-credentials.json"), "utf8"));
  const headers = { "x-api-key": apiKey, "x-api-org": orgSlug };
  client = new LoadClient({ address: () => node.address, headers });
});

afterAll(async () => {
  await node.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

const colors = { loadType: ["COLOR"] };

function colorsFile(prefix: string, count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `${prefix}${index},Color ${index},336699\n`);
  return `federatedId,name,hex\n${lines.join("")}`;
}

/** The response, or undefined while there is none. */
async function look(id: string) {
  return client.call("GET", `/loader-processes/${id}`).catch(() => undefined);
}

test("a load continues when PostgreSQL is killed while it runs, and writes no row twice", {
  timeout: torture.times(60_000),
}, async () => {
  const rowCount = 12_000;
  for (let outage = 0; outage < outages; outage++) {
    const id = await client.start(colorsFile(`k${outage}-`, rowCount), colors);
    await waitUntil("it writes", async () => (await look(id))?.progress.phase === "writing", 30_000);

    const [pid] = (await readFile(join(folder, "postgres", "postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGKILL");
    await waitUntil(
      "it has ended",
      async () => !["pending", "running", undefined].includes((await look(id))?.status),
      50_000,
    );

    const done = await client.ended(id);
    const result = (await client.download(done.resultFileId)).trim().split("\r\n").slice(1);
    expect(done).toMatchObject({
      status: "completed",
      errors: 0,
      counts: { color: { created: rowCount, updated: 0 } },
    });
    expect(new Set(result.map((line) => line.split(",")[2])).size).toBe(rowCount);
    expect(result).toHaveLength(rowCount);
  }
  torture.verdict(`PostgreSQL killed under loads of ${rowCount} rows: ${outages}; each row written once`);
});

/** Limits the size of the node's files, to simulate a full disk. */
function limitFiles(bytes: number | "unlimited"): void {
  execFileSync("prlimit", [`--pid=${node.pid}`, `--fsize=${bytes}:unlimited`]);
}

async function halfFiles(): Promise<string[]> {
  const names = await readdir(join(folder, "files"), { recursive: true });
  return [...names.filter((name) => name.endsWith(".part")), ...(await readdir(join(folder, "loads")))];
}

// prlimit exists only on Linux.
test.skipIf(process.platform !== "linux")(
  "a load on a full disk fails with a message, leaves nothing, and runs when there is space again",
  { timeout: torture.times(60_000) },
  async () => {
    for (let outage = 0; outage < outages; outage++) {
      const csv = colorsFile(`f${outage}-`, 1_500);
      const fileLocation = await client.upload(csv);
      limitFiles(16_384);

      const { id } = await client.call("POST", "/loader-processes", { ...colors, fileLocation });
      const failed = await client.ended(id);
      const upload = await client.upload(csv).catch((error: Error) => error.message);
      const left = await halfFiles();
      limitFiles("unlimited");
      const again = await client.load(csv, colors);

      expect(failed).toMatchObject({
        status: "failed",
        failureArea: "VALIDATING_DATA",
        errors: 1,
        counts: {},
        issues: [{ issueType: "SYSTEM_ERROR", message: "The disk of the node that runs loads is full." }],
      });
      expect(upload).toContain("507");
      expect(left).toEqual([]);
      expect(again).toMatchObject({ status: "completed", counts: { color: { created: 1_500 } } });
    }
    torture.verdict(`disk full: ${outages}; loads and uploads said so, left nothing, and ran when there was room`);
  },
);
