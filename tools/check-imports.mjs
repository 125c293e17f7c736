// Checks the imports of the repository against its rules, and that every source was read: a tool that reads nothing
// finds no violations either.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folders = ["contract/src", "client/src", "server/src", "cli/src", "console/src", "acceptance", "bench", "tools"];
const depcruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

const output = execFileSync(
  process.execPath,
  [depcruise, "--config", ".dependency-cruiser.cjs", "--output-type", "json", ...folders],
  { cwd: root, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
);
const { modules, summary } = JSON.parse(output);
const read = new Set(modules.map(({ source }) => source));
const unread = folders.flatMap(sourcesIn).filter((path) => !read.has(path));
for (const { rule, from, to } of summary.violations) {
  console.error(`${rule.name}: ${from} → ${to}`);
}
for (const path of unread) {
  console.error(`${path} was not read.`);
}
console.log(`${read.size} modules, ${summary.violations.length} broken rules, ${unread.length} unread.`);
process.exitCode = summary.violations.length + unread.length === 0 ? 0 : 1;

function sourcesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
}
