// Lints contract/openapi.json: node tools/check-openapi.mjs uses Redocly's recommended rules; with --spectral it also
// uses Spectral's rules for OpenAPI. Spectral is downloaded: one of its packages has an install script, which is not run.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createConfig, lint } from "@redocly/openapi-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const path = join(root, "contract/openapi.json");
const spectralVersion = "6.15.0";

/** The paths whose names are fixed: two end with a slash, and a federated id may be called like an operation. */
const accepted = new Map([
  ["no-path-trailing-slash", ["/external-events/callback/", "/event-workflow-requests/synchronous/"]],
  ["path-keys-no-trailing-slash", ["/external-events/callback/", "/event-workflow-requests/synchronous/"]],
  [
    "no-ambiguous-paths",
    [
      ...["/assortments/{id}/items", "/assortments/{id}/publish", "/assortments/{id}/history"],
      ...["/items/{id}/restore", "/projects/{id}/restore", "/workspaces/{id}/restore", "/project-items/{id}/restore"],
      ...["/assortments/{id}/restore", "/assortment-items/{id}/restore", "/colors/{id}/restore"],
      ...["/custom-entities/{id}/restore", "/size-range-templates/{id}/restore"],
    ],
  ],
]);

/** Errors and warnings of both linters, in one form. */
const problems = [...(await redoclyProblems()), ...(process.argv.includes("--spectral") ? spectralProblems() : [])];
const rejected = problems.filter(({ rule, steps }) => accepted.get(rule)?.includes(steps[1]) !== true);
const unused = [...accepted].filter(
  ([rule, paths]) => isChecked(rule) && paths.some((name) => !problems.some(({ steps }) => steps[1] === name)),
);
for (const { rule, steps, message } of rejected) {
  console.error(`${rule} at ${steps.join(" ")}: ${message}`);
}
for (const [rule] of unused) {
  console.error(`The list of accepted paths is out of date: ${rule}.`);
}
console.log(`${problems.length - rejected.length} accepted, ${rejected.length} rejected.`);
process.exitCode = rejected.length + unused.length > 0 ? 1 : 0;

function isChecked(rule) {
  return !rule.startsWith("path-keys-") || process.argv.includes("--spectral");
}

async function redoclyProblems() {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lint({ ref: path, config });
  return found.map(({ ruleId, message, location: [place] }) => ({
    rule: ruleId,
    message,
    steps: stepsOf(place?.pointer ?? "#/"),
  }));
}

function stepsOf(pointer) {
  const steps = pointer.slice(2).split("/");
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function spectralProblems() {
  const folder = mkdtempSync(join(tmpdir(), "weft-spectral-"));
  const [ruleset, report] = [join(folder, "ruleset.json"), join(folder, "report.json")];
  writeFileSync(ruleset, JSON.stringify({ extends: ["spectral:oas"] }));
  const options = ["lint", path, "--ruleset", ruleset, "--format", "json", "--output", report, "--quiet"];
  const { status, stderr } = spawnSync("npx", ["--yes", `@stoplight/spectral-cli@${spectralVersion}`, ...options], {
    env: { ...process.env, npm_config_ignore_scripts: "true" },
    encoding: "utf8",
  });
  // 1: there are errors, which the report has.
  if (status !== 0 && status !== 1) {
    throw new Error(`Spectral could not run: ${stderr}`);
  }
  const found = JSON.parse(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true });
  return found.map(({ code, message, path: steps }) => ({ rule: code, message, steps: steps.map(String) }));
}
