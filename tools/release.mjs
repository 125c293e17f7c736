// npm run release -- <version>: sets the version everywhere, turns the "Unreleased" part of the changelog into a section,
// commits and tags. --dry-run prints what it would change. Nothing is pushed.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tsImport } from "tsx/esm/api";

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trimEnd();

class ReleaseError extends Error {}

/** Where a version stands for that of the product. Elsewhere, as in since = "0.1.0", it is history. */
const contexts = [
  (version) => [`"version": "${version}"`],
  (version) => [`<version>${version}</version>`, `<tag>v${version}</tag>`],
  (version) => [`Version = "${version}"`, `VERSION = "${version}"`],
  // Packages and archives, images, and what npm installs.
  (version) => [`-${version}.tgz`, `weft-${version}-`, `weft:${version}`, `@weft/cli@${version}`],
];
const ownDependency = (version) => new RegExp(`("@weft/[a-z-]+": ")${version.replaceAll(".", "\\.")}"`, "g");
const chartVersion = (version) => new RegExp(`^((?:appVersion|version): "?)${version.replaceAll(".", "\\.")}\\b`, "gm");

function requireVersion(text, current) {
  if (text === undefined || !/^\d+\.\d+\.\d+$/.test(text)) {
    throw new ReleaseError("Give a version of three numbers, such as: npm run release -- 1.4.0");
  }
  if (text.localeCompare(current, "en", { numeric: true }) <= 0) {
    throw new ReleaseError(`${text} is not newer than ${current}, the version in package.json.`);
  }
  return text;
}

async function requireState(root, version) {
  if (git("status", "--porcelain") !== "") {
    throw new ReleaseError("There are changes that are not committed. Commit them, or put them aside.");
  }
  if (git("tag", "--list", `v${version}`) !== "") {
    throw new ReleaseError(`The tag v${version} exists already.`);
  }
  const { findExcluding, findPreviousMinor } = await tsImport("./released-versions.ts", import.meta.url);
  const previous = findPreviousMinor(root, version);
  if (previous === undefined) {
    console.log("Not checked: whether the previous release can run beside this one. This clone does not have its tag.");
    return;
  }
  const excluding = await findExcluding(root, previous);
  if (excluding.length > 0) {
    throw new ReleaseError(
      `Nodes of ${previous.version} cannot run after ${excluding.join(", ")}, so the upgrade could not be rolling. ` +
        "Remove in the next minor release what this one no longer uses.",
    );
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
    for (const wanted of [entry.dependencies ?? {}, entry.devDependencies ?? {}]) {
      for (const name of Object.keys(wanted)) {
        if (name.startsWith("@weft/")) wanted[name] = to;
      }
    }
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

function releaseText(text, { from, to }) {
  const replaced = contexts.reduce(
    (current, texts) => texts(from).reduce((all, old, place) => all.replaceAll(old, texts(to)[place]), current),
    text,
  );
  return replaced.replace(ownDependency(from), `$1${to}"`);
}

const releaseChart = (text, { from, to }) => text.replace(chartVersion(from), `$1${to}`);

const heading = "## Unreleased";
const notesHeading = "### Upgrade notes";

function releaseChangelog(text, { to, date }) {
  const [before, after] = text.split(`${heading}\n`);
  const section = after?.split(/^## /m)[0] ?? "";
  if (section.trim() === "") {
    throw new ReleaseError(`CHANGELOG.md has nothing below "${heading}".`);
  }
  const notes = section.split(`${notesHeading}\n`)[1]?.split(/^### /m)[0] ?? "";
  if (notes.trim() === "") {
    throw new ReleaseError(
      `CHANGELOG.md has no "${notesHeading}" below "${heading}". Write there what an operator must do for this version, ` +
        'or "No action needed."',
    );
  }
  return `${before}${heading}\n\n## ${to}, ${date}\n${after}`;
}

/** Links to the unreleased changes lead to the section that these become. */
function moveLinks(text, { to, date }) {
  const anchor = `${to}, ${date}`.replaceAll(/[.,]/g, "").replaceAll(" ", "-");
  return text.replaceAll(/(\]\([^)\s]*)#unreleased\)/g, `$1#${anchor})`);
}

function changesOf(root, release) {
  const listed = git("grep", "--files-with-matches", "--fixed-strings", "-e", release.from, "-e", "#unreleased)");
  return [...new Set([...listed.split("\n"), "CHANGELOG.md"])].flatMap((file) => {
    const before = readFileSync(join(root, file), "utf8");
    const changed = changeFor(file)(before, release);
    const after = file.endsWith(".md") ? moveLinks(changed, release) : changed;
    return after === before ? [] : [{ file, before, after }];
  });
}

function changeFor(file) {
  switch (file.split("/").at(-1)) {
    case "CHANGELOG.md":
      return releaseChangelog;
    case "package-lock.json":
      return releaseLock;
    case "Chart.yaml":
      return releaseChart;
    default:
      return releaseText;
  }
}

function printChange({ file, before, after }) {
  const old = new Set(before.split("\n"));
  console.log(file);
  for (const line of after.split("\n").filter((text) => !old.has(text))) console.log(`  ${line.trim()}`);
}

async function makeRelease() {
  const { values, positionals } = parseArgs({ options: { "dry-run": { type: "boolean" } }, allowPositionals: true });
  const root = git("rev-parse", "--show-toplevel");
  process.chdir(root);
  const from = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
  const to = requireVersion(positionals[0], from);
  await requireState(root, to);
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
  await makeRelease();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
