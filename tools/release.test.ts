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
  const entry = "## Unreleased\n\n### Upgrade notes\n\n- An entry. See [scaling](docs/scaling.md).\n";
  await writeFile(join(clone, "CHANGELOG.md"), changelog.replace("## Unreleased\n", entry));
  await appendFile(join(clone, "README.md"), `See [what comes](CHANGELOG.md#unreleased).\n`);
  commit("Add an entry");
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

function commit(message: string): void {
  run("git", "add", "--all");
  run("git", "commit", "--quiet", "--message", message);
}

/** Commits changed files, looks at what a release does with them, and undoes the commit. */
async function releaseWith(files: Readonly<Record<string, string>>) {
  for (const [file, text] of Object.entries(files)) await writeFile(join(clone, file), text);
  commit("Change something");
  const result = release(next, "--dry-run");
  run("git", "reset", "--quiet", "--hard", "HEAD~1");
  return result;
}

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
  expect(stdout).toContain(`Chart.yaml\n  version: ${next}\n  appVersion: "${next}"\n`);
  expect(stdout).toContain(`CHANGELOG.md\n  ## ${next}, ${today}\n`);
  expect(stdout).toContain(`Would commit these changes as "Release ${next}" and tag them v${next}.`);
  expect(run("git", "status", "--porcelain").stdout).toBe("");
});

test("uncommitted changes are rejected", async () => {
  await appendFile(join(clone, "README.md"), "Something.\n");

  expect(release(next)).toMatchObject({ status: 1, stderr: expect.stringContaining("not committed") });
  run("git", "checkout", "--quiet", "README.md");
});

test("a release without upgrade notes is rejected", async () => {
  const changelog = await read("CHANGELOG.md");
  const empty = "### Upgrade notes\n\n### Changes\n";

  for (const text of [
    changelog.replaceAll("### Upgrade notes\n", ""),
    changelog.replace("### Upgrade notes\n", empty),
  ]) {
    expect(await releaseWith({ "CHANGELOG.md": text })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'CHANGELOG.md has no "### Upgrade notes" below "## Unreleased". Write there what',
      ),
    });
  }
});

test("a release that nodes of the previous minor release cannot run beside is rejected", async () => {
  run("git", "tag", "v98.1.0");
  run("git", "tag", "v99.0.0-beta.1");
  const migration = "server/migrations/9001_future.sql";
  const removal = (compatible: string) => `-- compatible-from: ${compatible}\nalter table orgs drop column plan;\n`;

  const refused = await releaseWith({ [migration]: removal("9001") });
  const accepted = await releaseWith({ [migration]: removal("0041") });

  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("Nodes of 98.1.0 cannot run after 9001_future.sql"),
  });
  expect(accepted).toMatchObject({ status: 0, stderr: "" });
  run("git", "tag", "--delete", "v98.1.0");
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
  expect(await read("clients/java/pom.xml")).toContain(`<tag>v${next}</tag>`);
  expect(await read("deploy/helm/weft/Chart.yaml")).toContain(`\nversion: ${next}\nappVersion: "${next}"\n`);
  expect(await read("CHANGELOG.md")).toMatch(new RegExp(`^# Changelog\n\n## Unreleased\n\n## ${next}, ${today}\n\n`));
  expect(await read("README.md")).toContain(`(CHANGELOG.md#9900-${today})`);
  // What is left of the old version is history: since when something is deprecated.
  const left = run("git", "grep", "--line-number", "--word-regexp", "--fixed-strings", last).stdout;
  expect(
    left.split("\n").filter((line) => !/since = |CHANGELOG|package-lock|released-versions|10\.1\.0/.test(line)),
  ).toEqual([]);
});

test("the lock file differs only in the versions of our own packages", async () => {
  const changed = run("git", "show", "--format=", "--unified=0", "HEAD", "--", "package-lock.json").stdout;
  const added = changed.split("\n").filter((line) => /^\+ /.test(line));

  expect(added.length).toBeGreaterThan(7);
  expect(added.filter((line) => !/^\+ +"(version|@weft\/[a-z]+)": "99\.0\.0",?$/.test(line))).toEqual([]);
});

test("the notes of a release are its section of the changelog, with links that have addresses", () => {
  const notes = (version: string) =>
    run(process.execPath, join(root, "tools/release-notes.mjs"), version, "https://git.example.com/weft/blob/v99.0.0");
  const { status, stdout } = notes(next);

  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^### Upgrade notes\n\n- An entry\. See \[scaling\]\(https:\/\/git\.example\.com\/weft\/blob\/v99\.0\.0\/docs\/scaling\.md\)\./,
  );
  expect(stdout).not.toMatch(/^## |\]\(docs\//m);
  expect(notes("99.9.9")).toMatchObject({ status: 1, stderr: "CHANGELOG.md has no section for 99.9.9." });
});

test("a release without changes is rejected", () => {
  expect(release("99.0.1")).toMatchObject({
    status: 1,
    stderr: 'CHANGELOG.md has nothing below "## Unreleased".',
  });
});
