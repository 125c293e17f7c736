// Runs npm test, then the tests that need more than Node and npm. What the machine lacks is one printed line.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs");
const reports = mkdtempSync(join(tmpdir(), "weft-reports-"));

const has = (command) => spawnSync("sh", ["-c", `command -v ${command}`], { stdio: "ignore" }).status === 0;

const parts = [
  { name: "npm test", projects: ["service", "acceptance"], isPossible: true },
  { name: "torture", projects: ["torture"], isPossible: true },
  { name: "shell", projects: ["shell"], isPossible: has("curl"), needs: "curl" },
  { name: "cli", projects: ["cli"], isPossible: has("script") && has("bash"), needs: "script (util-linux) or bash" },
  { name: "redis", projects: ["redis"], isPossible: has("redis-server"), needs: "redis-server" },
  { name: "browser", projects: ["browser"], isPossible: has("chromium"), needs: "chromium" },
];

let passed = 0;
let failed = 0;
for (const { name, projects, isPossible, needs } of parts) {
  if (!isPossible) {
    console.log(`not run: ${name}, because there is no ${needs} on this machine`);
    continue;
  }
  const report = join(reports, `${projects.join("-")}.json`);
  const args = [
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: root, stdio: "inherit" });
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  passed += numPassedTests;
  // A run that failed without a failing test (a broken set-up, an unhandled error) counts as one.
  failed += status === 0 ? numFailedTests : Math.max(1, numFailedTests);
}
rmSync(reports, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
