// Runs npm test, then the tests that need more than Node and npm. Missing programs are reported in one line.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs");
const reports = mkdtempSync(join(tmpdir(), "weft-reports-"));

// A folder with a PostgreSQL that has the extension citus; see docs/scaling.md. Only the parts of that name run on it.
const { WEFT_TEST_CITUS: citus = "", ...env } = process.env;

const isInstalled = (command) => {
  switch (command) {
    case "root":
      return process.getuid?.() === 0;
    case "WEFT_TEST_CITUS":
      return citus !== "";
    default:
      return spawnSync("sh", ["-c", `command -v ${command}`]).status === 0;
  }
};
const has = (need) => need.split(" or ").some(isInstalled);

const parts = [
  { name: "npm test", run: () => runVitest("service", "acceptance"), needs: [] },
  { name: "torture", run: () => runVitest("torture"), needs: [] },
  { name: "shell", run: () => runVitest("shell"), needs: ["bash", "curl"] },
  { name: "cli", run: () => runVitest("cli"), needs: ["bash", "script"] },
  { name: "packages", run: () => runVitest("packages"), needs: [] },
  { name: "image", run: () => runVitest("image"), needs: ["root", "podman", "runc", "mmdebstrap", "pg_createcluster"] },
  { name: "nodes", run: () => runVitest("nodes"), needs: [] },
  { name: "postgres", run: () => runVitest("postgres"), needs: ["pg_dump", "pg_createcluster"] },
  { name: "network", run: () => runVitest("network"), needs: ["root", "ip", "nft", "pg_createcluster"] },
  { name: "sandbox", run: () => runVitest("sandbox"), needs: ["root", "unshare", "setpriv", "systemd-sysusers"] },
  { name: "balancers", run: () => runVitest("balancers"), needs: ["nginx", "haproxy"] },
  { name: "chart", run: () => runVitest("chart"), needs: ["go", "root", "unshare", "setpriv"] },
  { name: "redis", run: () => runVitest("redis"), needs: ["redis-server"] },
  { name: "outages", run: () => runVitest("outages"), needs: ["root", "mount"] },
  {
    name: "watching",
    run: () => runVitest("watching"),
    needs: ["prometheus", "promtool", "redis-server", "root", "mount"],
  },
  {
    name: "citus",
    run: () => runOnCitus("service", "acceptance", "citus"),
    needs: ["WEFT_TEST_CITUS"],
  },
  { name: "citus torture", run: () => runOnCitus("torture"), needs: ["WEFT_TEST_CITUS"] },
  { name: "browser", run: () => runVitest("browser"), needs: ["chromium-headless-shell or chromium"] },
  { name: "java", run: runMaven, needs: ["mvn", "javac"] },
];

function runVitest(...projects) {
  return runProjects(projects, env);
}

function runOnCitus(...projects) {
  // Every statement of a write goes to another server, and each database takes seconds to make.
  return runProjects(projects, { ...env, WEFT_TEST_CITUS: citus }, ["--testTimeout=300000"]);
}

function runProjects(projects, environment, options = []) {
  const report = join(reports, `${projects.join("-")}.json`);
  const args = [
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...options,
  ];
  const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: root, stdio: "inherit", env: environment });
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  return { status, passed: numPassedTests, failed: numFailedTests, failures: testResults.flatMap(failuresOf) };
}

function failuresOf({ name, message, assertionResults }) {
  const file = relative(root, name);
  const broken = message === "" ? [] : [`${file}: ${firstLines(message)}`];
  const tests = assertionResults.filter(({ status }) => status === "failed");
  return [
    ...broken,
    ...tests.map((test) => `${file}: ${test.fullName}\n${firstLines(test.failureMessages.join("\n"))}`),
  ];
}

const firstLines = (text) => text.split("\n").slice(0, 12).join("\n");

function runMaven() {
  const folder = join(root, "clients/java");
  const { status } = spawnSync("mvn", ["-B", "-ntp", "-q", "verify"], { cwd: folder, stdio: "inherit" });
  const suites = readdirSync(join(folder, "target/surefire-reports"))
    .filter((name) => name.endsWith(".xml"))
    .map((name) => /<testsuite [^>]*>/.exec(readFileSync(join(folder, "target/surefire-reports", name), "utf8"))?.[0]);
  const count = (what) =>
    suites.reduce((sum, suite) => sum + Number(new RegExp(` ${what}="(\\d+)"`).exec(suite ?? "")?.[1] ?? 0), 0);
  const failed = count("failures") + count("errors");
  return { status, passed: count("tests") - failed - count("skipped"), failed, failures: [] };
}

let passed = 0;
let failed = 0;
const summary = [];
for (const { name, run, needs } of parts) {
  const lacking = needs.filter((need) => !has(need));
  if (lacking.length > 0) {
    const reason = lacking.includes("WEFT_TEST_CITUS")
      ? "WEFT_TEST_CITUS is not set"
      : `there is no ${lacking.join(" and no ")} on this machine`;
    console.log(`not run: ${name}, because ${reason}`);
    continue;
  }
  const started = Date.now();
  const result = run();
  passed += result.passed;
  // A run that failed without a failing test (a broken setup, an unhandled error) counts as one.
  const failedHere = result.status === 0 ? result.failed : Math.max(1, result.failed);
  failed += failedHere;
  const seconds = Math.round((Date.now() - started) / 1000);
  summary.push(`${name}: ${result.passed} passed, ${failedHere} failed in ${seconds} s`, ...result.failures);
}
rmSync(reports, { recursive: true, force: true });
// The failures come last, so that they are at the end of a log.
console.log(summary.join("\n"));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
