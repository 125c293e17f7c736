import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import { checkDataFolder, type DataFolder, evaluateDataFolder } from "./check-data-folder.ts";
import { runCheck } from "./finding.ts";

const good: DataFolder = {
  path: "/srv/weft/data",
  nearest: "/srv/weft/data",
  isFolder: true,
  canWrite: true,
  mode: 0o700,
  ownerId: 1000,
  ownId: 1000,
  holder: undefined,
  lacksSecret: false,
};

test.each<readonly [string, Partial<DataFolder>, string, string]>([
  ["a good one", {}, "ok", "mode 700; no service on this machine uses it"],
  ["one in use", { holder: { pid: 42, isService: true } }, "ok", "a service uses it (process 42)"],
  ["one that others may read", { mode: 0o755 }, "ok", "mode 755"],
  [
    "one that is still to be made",
    { nearest: "/srv/weft", ownerId: 0, mode: 0o777 },
    "ok",
    "will create it in /srv/weft",
  ],
  ["a file", { isFolder: false }, "fault", "is not a directory"],
  ["one without the right to write", { canWrite: false }, "fault", "is not writable by this user (uid 1000)"],
  ["one that cannot be made", { nearest: "/srv", canWrite: false }, "fault", "/srv is not writable"],
  ["one that others may change", { mode: 0o770 }, "warning", "is writable by other users (mode 770)"],
  ["one of another user", { ownId: 0 }, "warning", "belongs to uid 1000, but weft doctor runs as uid 0"],
  ["one with an orphan", { holder: { pid: 42, isService: false } }, "warning", "without its service"],
  ["one without its secret", { lacksSecret: true }, "warning", "/srv/weft/data/secret is missing"],
])("%s", (_name, facts, verdict, words) => {
  expect(evaluateDataFolder({ ...good, ...facts })).toMatchObject([
    { verdict, detail: expect.stringContaining(words) },
  ]);
});

test("several warnings are reported together", () => {
  expect(evaluateDataFolder({ ...good, mode: 0o777, lacksSecret: true })).toHaveLength(2);
});

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-doctor-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function look(path: string) {
  return runCheck(checkDataFolder(parseConfig({ DATA_DIR: path })), 5_000);
}

test("an existing folder is read, and nothing is left in it", async () => {
  const findings = await look(folder);

  expect(findings).toMatchObject([{ name: "data-folder", verdict: "ok" }]);
  expect(await readdir(folder)).toEqual([]);
});

test("a folder that does not exist is not created", async () => {
  const findings = await look(join(folder, "a", "b"));

  expect(findings).toMatchObject([{ verdict: "ok", detail: expect.stringContaining(`will create it in ${folder}.`) }]);
  expect(await readdir(folder)).toEqual([]);
});

// Not even root can write below a file.
test("a file in the path is a fault", async () => {
  await writeFile(join(folder, "file"), "");

  const findings = await look(join(folder, "file", "data"));

  expect(findings).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("file is not a directory") }]);
});
