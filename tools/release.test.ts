import { spawnSync } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "tools/release.mjs");
const today = new Date().toISOString().slice(0, 10);
const next = "99.0.0";

let clone: string;

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), "weft-release-"));
  run("git", "clone", "--quiet", "--depth", "1", `file://${root}`, clone);
  // Right after a release there are no entries.
  const changelog = await read("CHANGELOG.md");
  await writeFile(join(clone, "CHANGELOG.md"), changelog.replace("## Unreleased\n", "## Unreleased\n\n- An entry.\n"));
  run("git", "commit", "--quiet", "--all", "--message", "Add an entry");
});

afterAll(() => rm(clone, { recursive: true, force: true }));

function run(command: string, ...args: string[]) {
  const [name, email] = ["Tester", "tester@example.com"];
  const author = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email };
  const committer = { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  const env = { ...process.env, ...author, ...committer };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: clone, env, encoding: "utf8" });
  return { status, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() };
}

const release = (...args: string[]) => run(process.execPath, program, ...args);
const read = (file: string) => readFile(join(clone, file), "utf8");

test.each([
  [[], "Give a version of three numbers"],
  [["1.2"], "Give a version of three numbers"],
  [["0.0.1"], "0.0.1 is not newer than"],
])("%j is rejected", (args, message) => {
  expect(release(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
});

test("a dry run prints every file with its new lines, and changes nothing", () => {
  const { status, stdout } = release(next, "--dry-run");

  expect(status).toBe(0);
  expect(stdout).toContain(`package.json\n  "version": "${next}",\n`);
  expect(stdout).toContain(`pom.xml\n  <version>${next}</version>\n`);
  expect(stdout).toContain(`CHANGELOG.md\n  ## ${next}, ${today}\n`);
  expect(stdout).toContain(`Would commit these changes as "Release ${next}" and tag them v${next}.`);
  expect(run("git", "status", "--porcelain").stdout).toBe("");
});

test("uncommitted changes are rejected", async () => {
  await appendFile(join(clone, "README.md"), "Something.\n");

  expect(release(next)).toMatchObject({ status: 1, stderr: expect.stringContaining("not committed") });
  run("git", "checkout", "--quiet", "README.md");
});

test("a release is one commit with a tag, in which every package has the version", async () => {
  const { version: last } = JSON.parse(await read("package.json"));

  expect(release(next)).toMatchObject({ status: 0, stderr: "" });

  expect(run("git", "log", "-1", "--format=%s %D").stdout).toContain(`Release ${next} HEAD`);
  expect(run("git", "describe").stdout).toBe(`v${next}`);
  expect(run("git", "status", "--porcelain").stdout).toBe("");
  const packages = run("git", "ls-files", "package.json", "*/package.json").stdout.split("\n");
  for (const file of packages) {
    const { version, dependencies = {} } = JSON.parse(await read(file));
    const own = Object.entries(dependencies).filter(([name]) => name.startsWith("@weft/"));
    expect([file, version, ...own.map(([, wanted]) => wanted)]).toEqual([file, next, ...own.map(() => next)]);
  }
  expect(JSON.parse(await read("contract/openapi.json")).info.version).toBe(next);
  expect(await read("clients/java/pom.xml")).toContain(`<artifactId>weft-client</artifactId>\n  <version>${next}<`);
  expect(await read("CHANGELOG.md")).toMatch(new RegExp(`^# Changelog\n\n## Unreleased\n\n## ${next}, ${today}\n\n`));
  // What is left of the old version is history: since when something is deprecated.
  const left = run("git", "grep", "--line-number", "--word-regexp", "--fixed-strings", last).stdout;
  expect(left.split("\n").filter((line) => !/since = |CHANGELOG|package-lock|10\.1\.0/.test(line))).toEqual([]);
});

test("the lock file differs only in the versions of our own packages", async () => {
  const changed = run("git", "show", "--format=", "--unified=0", "HEAD", "--", "package-lock.json").stdout;
  const added = changed.split("\n").filter((line) => /^\+ /.test(line));

  expect(added.length).toBeGreaterThan(7);
  expect(added.filter((line) => !/^\+ +"(version|@weft\/[a-z]+)": "99\.0\.0",?$/.test(line))).toEqual([]);
});

test("a release without changes is rejected", () => {
  expect(release("99.0.1")).toMatchObject({
    status: 1,
    stderr: 'CHANGELOG.md has nothing below "## Unreleased".',
  });
});
