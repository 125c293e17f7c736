import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findExcluding, findPreviousMinor, listReleases, type Release } from "./released-versions.ts";

let repository: string;
const clones: string[] = [];

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), "weft-versions-"));
  git("init", "--quiet");
  await mkdir(join(repository, "server/migrations"), { recursive: true });
  await migration("0001_first", "create table a ();");
  git("tag", "v1.9.0");
  await migration("0002_second", "create table b ();");
  git("tag", "--annotate", "v1.10.0", "--message", "Annotated");
  git("tag", "v1.10.0-beta.1");
  git("tag", "vanilla");
  await migration("0003_third", "-- compatible-from: 0002\ndrop table a;");
  git("tag", "v1.10.1");
  await migration("0004_fourth", "create table c ();");
});

afterAll(async () => {
  await Promise.all([repository, ...clones].map((folder) => rm(folder, { recursive: true, force: true })));
});

function git(...args: readonly string[]): string {
  const author = ["-c", "user.name=Tester", "-c", "user.email=tester@example.com"];
  return execFileSync("git", [...author, ...args], { cwd: repository, encoding: "utf8" }).trim();
}

async function migration(name: string, text: string): Promise<void> {
  await writeFile(join(repository, `server/migrations/${name}.sql`), text);
  git("add", "--all");
  git("commit", "--quiet", "--message", `Add ${name}`);
}

const versionsOf = (releases: readonly Release[]) => releases.map(({ version }) => version);

test("releases are the tags of versions, the oldest first, up to the version of the checkout", () => {
  expect(versionsOf(listReleases(repository, "1.10.1"))).toEqual(["1.9.0", "1.10.0", "1.10.1"]);
  expect(versionsOf(listReleases(repository, "1.9.5"))).toEqual(["1.9.0"]);
  expect(listReleases(repository, "1.10.1").map(({ commit }) => git("cat-file", "-t", commit))).toEqual(
    Array.from({ length: 3 }, () => "commit"),
  );
});

test("a new tag is listed, unless it is checked out", () => {
  git("tag", "v1.11.0");
  const atTag = versionsOf(listReleases(repository, "1.11.0"));
  git("commit", "--quiet", "--allow-empty", "--message", "Continue");
  const after = versionsOf(listReleases(repository, "1.11.0"));
  git("tag", "--delete", "v1.11.0");

  expect([atTag.at(-1), after.at(-1)]).toEqual(["1.10.1", "1.11.0"]);
});

test.each([
  ["--depth=1", []],
  ["--no-tags", []],
])("a clone with %s has none", async (option, expected) => {
  const clone = await mkdtemp(join(tmpdir(), "weft-versions-"));
  clones.push(clone);
  git("clone", "--quiet", option, `file://${repository}`, clone);

  expect(listReleases(clone, "1.10.1")).toEqual(expected);
  expect(findPreviousMinor(clone, "1.11.0")).toBeUndefined();
});

test.each([
  ["1.11.0", "1.10.1"],
  ["2.0.0", "1.10.1"],
  ["1.10.2", "1.9.0"],
  ["1.9.1", undefined],
])("the release before %s is %s", (version, expected) => {
  expect(findPreviousMinor(repository, version)?.version).toBe(expected);
});

test("migrations exclude releases that are older than what they name", async () => {
  const excluding = await Promise.all(
    listReleases(repository, "1.10.1").map(async (release) => [
      release.version,
      await findExcluding(repository, release),
    ]),
  );

  expect(excluding).toEqual([
    ["1.9.0", ["0003_third.sql"]],
    ["1.10.0", []],
    ["1.10.1", []],
  ]);
});
