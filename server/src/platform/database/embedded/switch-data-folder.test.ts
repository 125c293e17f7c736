import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { completeSwitch, discardUnfinished, isSwitching } from "./switch-data-folder.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-switch-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const marker = "postgres-upgrade/complete.json";

/** Folders with a file that says whose database it is. */
async function make(databases: Readonly<Record<string, string>>, isMarked: boolean): Promise<void> {
  for (const [name, owner] of Object.entries(databases)) {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, "PG_VERSION"), owner);
  }
  if (isMarked) {
    await mkdir(join(folder, "postgres-upgrade"), { recursive: true });
    await writeFile(join(folder, marker), JSON.stringify({ keepAs: "postgres-15" }));
  }
}

async function found(): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const owners = names.map(async (name) => [
    name,
    await readFile(join(folder, name, "PG_VERSION"), "utf8").catch(() => "no database"),
  ]);
  return Object.fromEntries(await Promise.all(owners));
}

const switched = { postgres: "18", "postgres-15": "15" };

test.each<readonly [string, Readonly<Record<string, string>>]>([
  ["nothing is renamed yet", { postgres: "15", "postgres-upgrade/postgres": "18" }],
  ["the former one is renamed", { "postgres-15": "15", "postgres-upgrade/postgres": "18" }],
  ["both are renamed", { postgres: "18", "postgres-15": "15" }],
])("a switch is completed after a kill when %s", async (_name, databases) => {
  await make(databases, true);

  await completeSwitch(folder);

  expect(await found()).toEqual(switched);
  expect(await isSwitching(folder)).toBe(false);
});

test("several processes complete a switch at the same time", async () => {
  await make({ postgres: "15", "postgres-upgrade/postgres": "18" }, true);
  expect(await isSwitching(folder)).toBe(true);

  await Promise.all(Array.from({ length: 8 }, () => completeSwitch(folder)));

  expect(await found()).toEqual(switched);
});

test("a former database is never overwritten", async () => {
  const databases = { postgres: "15", "postgres-15": "older", "postgres-upgrade/postgres": "18" };
  await make(databases, true);

  await expect(completeSwitch(folder)).rejects.toThrow(/ENOTEMPTY|EEXIST/);

  expect(await found()).toMatchObject({ postgres: "15", "postgres-15": "older" });
});

test("an upgrade that is not complete is discarded, and a complete one is not", async () => {
  await make({ postgres: "15", "postgres-upgrade/postgres": "18" }, false);

  await completeSwitch(folder);
  expect(await found()).toMatchObject({ postgres: "15", "postgres-upgrade": "no database" });
  await discardUnfinished(folder);
  expect(await found()).toEqual({ postgres: "15" });

  await make({ "postgres-upgrade/postgres": "18" }, true);
  await discardUnfinished(folder);
  expect(await found()).toMatchObject({ "postgres-upgrade": "no database" });
});
