import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { requireAll, writeUntilStopped } from "../testing/item-writers.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";
import { runWeft } from "../testing/run-weft.ts";
import { mountSmallDisk, type SmallDisk } from "../testing/small-disk.ts";

let disk: SmallDisk;
let dataFolder: string;
let node: NodeProcess;
let headers: Record<string, string>;

beforeAll(async () => {
  disk = mountSmallDisk(320);
  dataFolder = join(disk.path, "data");
  await mkdir(dataFolder);
  node = await startNode({ env: { DATA_DIR: dataFolder, WEFT_RATE_LIMIT: "off" } });
  const { apiKey, orgSlug } = await readCredentials(dataFolder);
  headers = { "x-api-key": apiKey, "x-api-org": orgSlug };
});

afterAll(async () => {
  await node?.end("SIGTERM");
  disk?.remove();
});

async function ready(): Promise<{ status: number; detail: string | undefined }> {
  const answer = await fetch(`${node.address}/health/ready`);
  const { detail } = JSON.parse(await answer.text());
  return { status: answer.status, detail };
}

async function metric(line: string): Promise<number | undefined> {
  const text = await (await fetch(`${node.address}/metrics`)).text();
  const found = text.split("\n").find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

const outageLines = () =>
  node
    .output()
    .split("\n")
    .filter((line) => line.includes('"dependency":"database"'))
    .map((line) => JSON.parse(line));

test("a backup that does not fit is rejected with numbers, before PostgreSQL runs out of space", async () => {
  const backUp = (target: string) => runWeft(["admin", "backup", target], { env: { DATA_DIR: dataFolder } });

  await disk.fill(80_000_000);
  const refused = await backUp(join(disk.path, "backup.tar.gz"));
  const piped = await backUp("-");
  await disk.fill(20_000_000);
  const alsoRefused = await backUp("-");
  await disk.free();

  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toMatch(/\d+ MB are free, and the backup needs about \d+ MB .* and 100 MB/);
  expect(piped.code).toBe(0);
  expect(alsoRefused).toMatchObject({ code: 1 });
  expect(alsoRefused.stderr).toMatch(/\d+ MB are free, and PostgreSQL needs 51 MB during a backup/);
  expect(node.output()).not.toContain("PostgreSQL exited");
  expect((await ready()).status).toBe(200);
});

test("on a full disk writes return 503 with the reason, and everything works again once there is space", async () => {
  const target = { address: () => node.address, headers };
  const writing = writeUntilStopped(target);
  await waitUntil("some are written", () => writing.acknowledged.size > 100);

  await disk.fill();
  await waitUntil("a write is refused", () => writing.refusals.length > 0, 60_000);
  await waitUntil("the node is not ready", async () => (await ready()).status === 503);
  const reason = (await ready()).detail;
  const upMeanwhile = await metric('weft_dependency_up{dependency="database"}');
  await disk.free();
  await waitUntil("the node is ready", async () => (await ready()).status === 200, 60_000);
  const before = writing.acknowledged.size;
  await waitUntil("more are written", () => writing.acknowledged.size > before + 100);
  await writing.stop();

  const statuses = new Set(writing.refusals.map((refusal) => refusal.slice(0, 3)));
  // 504: the connection was lost during a commit, if PostgreSQL restarted.
  expect([...statuses].filter((status) => status !== "503" && status !== "504")).toEqual([]);
  expect(writing.refusals.join("\n")).toContain("its disk is full");
  expect(reason).toMatch(/disk is full|does not respond/);
  expect(upMeanwhile).toBe(0);
  expect(await metric('weft_dependency_up{dependency="database"}')).toBe(1);
  await requireAll(target, writing.acknowledged);
});

test("the log has one line for each change of the state", async () => {
  const lines = outageLines();

  expect(lines.map(({ msg }) => msg)).toEqual([
    "database is unavailable: requests return 503",
    "database is available again",
  ]);
  expect(lines[1].downSeconds).toBeGreaterThan(0);
});
