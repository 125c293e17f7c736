import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimDataFolder } from "./data-folder.ts";
import { createSocketFolder, removeLeftSocketFolder } from "./socket-folder.ts";

let folder: string;
let made: string[];

beforeEach(async () => {
  folder = await mkdtemp("/tmp/weft-sockets-");
  made = [];
});

afterEach(async () => {
  await Promise.all([folder, ...made].map((path) => rm(path, { recursive: true, force: true })));
});

const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
const own = { name: "own", uid, gid, runsAsRoot: false, spawnAs: {} };

async function create(within: string, account = own): Promise<string> {
  await mkdir(within, { recursive: true });
  const path = await createSocketFolder(within, account);
  made.push(path);
  return path;
}

test("the socket is in the service's folder, which only its account may enter", async () => {
  const path = await create(folder);

  expect(path).toMatch(/^\/tmp\/weft-sockets-\w{6}\/socket-\w{6}$/);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(await readdir(path)).toEqual([]);
});

test.each([
  ["its path would be too long for a socket", (base: string) => join(base, "a".repeat(80)), own],
  ["its path is not plain text", (base: string) => join(base, "spring, summer"), own],
  ["PostgreSQL runs under another account", (base: string) => base, { ...own, runsAsRoot: true }],
])("it is below /tmp if %s", async (_case, place, account) => {
  const within = place(folder);

  expect(await create(within, account)).toMatch(/^\/tmp\/weft-\w{6}$/);
  expect(await readdir(within)).toEqual([]);
});

test("what a killed service has left is removed, and nothing else", async () => {
  const left = await create(folder);
  const leftInTmp = await create(folder, { ...own, runsAsRoot: true });
  const others = join(folder, "socket-of-others");
  await mkdir(others);

  for (const path of [left, leftInTmp, others, "/tmp", "", join(folder, "socket-123456", "..")]) {
    await removeLeftSocketFolder(folder, path);
  }

  expect([left, leftInTmp, folder].map(existsSync)).toEqual([false, false, true]);
  expect(await readdir(folder)).toEqual(["socket-of-others"]);
});

// Above the limit of the system, so that no process has it.
const deadPid = 2 ** 22 + 1;

test.each([
  ["stays while its service runs", process.pid, true],
  ["is removed if its service was killed", deadPid, false],
])("the socket folder of another service %s", async (_name, pid, isKept) => {
  const left = await create(folder);
  await writeFile(join(folder, "service.pid"), `${pid}\n${left}\n`);
  const dataFolder = join(folder, "postgres");
  await mkdir(dataFolder);

  await claimDataFolder(dataFolder, { socketFolder: await create(folder), heldWaitMs: 1_000 }, async () => "started");

  expect(existsSync(left)).toBe(isKept);
});
