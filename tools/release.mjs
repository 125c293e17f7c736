// npm run release -- <version>: sets the version everywhere, turns the "Unreleased" part of the changelog into a section,
// commits and tags. --dry-run prints what it would change. Nothing is pushed.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trimEnd();

class ReleaseError extends Error {}

/** Where a version stands for that of the product. Elsewhere, as in since = "0.1.0", it is history. */
const contexts = [
  (version) => [`"version": "${version}"`],
  (version) => [`<version>${version}</version>`],
  (version) => [`Version = "${version}"`, `VERSION = "${version}"`],
  (version) => [`-${version}.tgz`],
];
const ownDependency = (version) => new RegExp(`("@weft/[a-z-]+": ")${version.replaceAll(".", "\\.")}"`, "g");

function requireVersion(text, current) {
  if (text === undefined || !/^\d+\.\d+\.\d+$/.test(text)) {
    throw new ReleaseError("Give a version of three numbers, such as: npm run release -- 1.4.0");
  }
  const [next, last] = [text, current].map((version) => version.split(".").map(Number));
  const first = next.findIndex((number, place) => number !== last[place]);
  if (first === -1 || next[first] < last[first]) {
    throw new ReleaseError(`${text} is not newer than ${current}, the version in package.json.`);
  }
  return text;
}

function requireState(version) {
  if (git("status", "--porcelain") !== "") {
    throw new ReleaseError("There are changes that are not committed. Commit them, or put them aside.");
  }
  if (git("tag", "--list", `v${version}`) !== "") {
    throw new ReleaseError(`The tag v${version} exists already.`);
  }
}

/** The lock file has the versions of all packages: only those of our own change. */
function releaseLock(text, { from, to }) {
  const lock = JSON.parse(text);
  lock.version = to;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes("node_modules/") && entry.version === from) {
      entry.version = to;
    }
    for (const name of Object.keys(entry.dependencies ?? {})) {
      if (name.startsWith("@weft/")) entry.dependencies[name] = to;
    }
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

function releaseText(text, { from, to }) {
  const replaced = contexts.reduce(
    (current, texts) => texts(from).reduce((all, old, place) => all.replace(old, texts(to)[place]), current),
    text,
  );
  return replaced.replace(ownDependency(from), `$1${to}"`);
}

const heading = "## Unreleased";

function releaseChangelog(text, { to, date }) {
  const [before, after] = text.split(`${heading}\n`);
  const section = after?.split(/^## /m)[0] ?? "";
  if (section.trim() === "") {
    throw new ReleaseError(`CHANGELOG.md has nothing below "${heading}".`);
  }
  return `${before}${heading}\n\n## ${to}, ${date}\n${after}`;
}

function changesOf(root, release) {
  const listed = git("grep", "--files-with-matches", "--fixed-strings", release.from).split("\n");
  return [...new Set([...listed, "CHANGELOG.md"])].flatMap((file) => {
    const before = readFileSync(join(root, file), "utf8");
    const change =
      file === "CHANGELOG.md" ? releaseChangelog : file === "package-lock.json" ? releaseLock : releaseText;
    const after = change(before, release);
    return after === before ? [] : [{ file, before, after }];
  });
}

function printChange({ file, before, after }) {
  const old = new Set(before.split("\n"));
  console.log(file);
  for (const line of after.split("\n").filter((text) => !old.has(text))) console.log(`  ${line.trim()}`);
}

function makeRelease() {
  const { values, positionals } = parseArgs({ options: { "dry-run": { type: "boolean" } }, allowPositionals: true });
  const root = git("rev-parse", "--show-toplevel");
  process.chdir(root);
  const from = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
  const to = requireVersion(positionals[0], from);
  requireState(to);
  const changes = changesOf(root, { from, to, date: new Date().toISOString().slice(0, 10) });
  changes.forEach(printChange);
  if (values["dry-run"] === true) {
    console.log(`Would commit these changes as "Release ${to}" and tag them v${to}.`);
    return;
  }
  for (const { file, after } of changes) writeFileSync(join(root, file), after);
  git("commit", "--all", "--message", `Release ${to}`);
  git("tag", "--annotate", `v${to}`, "--message", `Weft ${to}`);
  console.log(`Committed and tagged v${to}. Push both: git push --follow-tags`);
}

try {
  makeRelease();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
