import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const depcruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

/** For each rule a file that violates it, and the file that it must not import. */
const planted: Readonly<Record<string, readonly [string, string]>> = {
  "contract-stands-alone": ["contract/src/a.ts", "cli/src/b.ts"],
  "the-client-needs-nobody": ["client/src/a.ts", "contract/src/item.ts"],
  "the-client-runs-in-browsers": ["client/src/poll.ts", "client/src/node/file-cursor.ts"],
  "the-command-line-uses-the-client": ["cli/src/list.ts", "contract/src/kinds.ts"],
  "the-console-uses-the-client": ["console/src/entities/grid.ts", "contract/src/colors.ts"],
  "nothing-imports-the-server": ["cli/src/a.ts", "server/src/service.ts"],
  "platform-knows-no-product": ["server/src/platform/jobs/a.ts", "server/src/access/caller.ts"],
  "only-routes-speak-http": ["server/src/access/create-user.ts", "server/src/platform/http/route.ts"],
  "only-the-wiring-knows-routes": ["server/src/service.ts", "server/src/access/user-routes.ts"],
  "access-and-rate-limits-stay-below": ["server/src/access/users.ts", "server/src/loader/load.ts"],
  "entity-types-stay-below": ["server/src/entity-types/tree.ts", "server/src/changes/record.ts"],
  "changes-know-only-types": ["server/src/changes/list.ts", "server/src/entities/write.ts"],
  "entities-know-types-and-changes": ["server/src/entities/get.ts", "server/src/loader/load.ts"],
  "files-know-only-lists": ["server/src/files/file.ts", "server/src/loader/load.ts"],
  "assortments-stand-on-entities": ["server/src/assortments/publish.ts", "server/src/loader/load.ts"],
  "only-the-wiring-knows-workflows": ["server/src/loader/requests/begin.ts", "server/src/workflows/start.ts"],
  "nouns-of-workflows-know-no-folder": [
    "server/src/workflows/workflow.ts",
    "server/src/workflows/process-state/process-state.ts",
  ],
  "workflows-process-state-has-one-direction": [
    "server/src/workflows/process-state/end.ts",
    "server/src/workflows/tasks/retry.ts",
  ],
  "workflows-callbacks-has-one-direction": [
    "server/src/workflows/callbacks/receive.ts",
    "server/src/workflows/engine/end-task.ts",
  ],
  "workflows-tasks-has-one-direction": ["server/src/workflows/tasks/read.ts", "server/src/workflows/processes/list.ts"],
  "workflows-processes-has-one-direction": [
    "server/src/workflows/processes/cancel.ts",
    "server/src/workflows/engine/engine.ts",
  ],
  "workflows-actions-has-one-direction": [
    "server/src/workflows/actions/delay.ts",
    "server/src/workflows/definition/check.ts",
  ],
  "workflows-definition-has-one-direction": [
    "server/src/workflows/definition/save.ts",
    "server/src/workflows/triggers/draft.ts",
  ],
  "workflows-triggers-has-one-direction": [
    "server/src/workflows/triggers/listen.ts",
    "server/src/workflows/engine/begin.ts",
  ],
  "workflows-inbound-has-one-direction": [
    "server/src/workflows/inbound/call.ts",
    "server/src/workflows/engine/run-task.ts",
  ],
  "workflows-engine-has-one-direction": [
    "server/src/workflows/engine/claim.ts",
    "server/src/workflows/inbound/webhook.ts",
  ],
  "nouns-of-loader-know-no-folder": ["server/src/loader/row.ts", "server/src/loader/issues/issue-list.ts"],
  "loader-output-has-one-direction": ["server/src/loader/output/write.ts", "server/src/loader/issues/log.ts"],
  "loader-issues-has-one-direction": ["server/src/loader/issues/list.ts", "server/src/loader/reporting/report.ts"],
  "loader-reading-has-one-direction": ["server/src/loader/reading/open.ts", "server/src/loader/preprocess/step.ts"],
  "loader-preprocess-has-one-direction": [
    "server/src/loader/preprocess/compile.ts",
    "server/src/loader/build/compile.ts",
  ],
  "loader-build-has-one-direction": ["server/src/loader/build/route.ts", "server/src/loader/checking/check.ts"],
  "loader-configuration-has-one-direction": [
    "server/src/loader/configuration/read.ts",
    "server/src/loader/build/plan.ts",
  ],
  "loader-targets-has-one-direction": ["server/src/loader/targets/resolve.ts", "server/src/loader/run/load-run.ts"],
  "loader-batches-has-one-direction": ["server/src/loader/batches/plan.ts", "server/src/loader/run/meter.ts"],
  "loader-reporting-has-one-direction": ["server/src/loader/reporting/tally.ts", "server/src/loader/run/run.ts"],
  "loader-run-has-one-direction": ["server/src/loader/run/end.ts", "server/src/loader/engine/run-load.ts"],
  "loader-planning-has-one-direction": ["server/src/loader/planning/plan.ts", "server/src/loader/checking/pass.ts"],
  "loader-checking-has-one-direction": ["server/src/loader/checking/file.ts", "server/src/loader/writing/write.ts"],
  "loader-writing-has-one-direction": ["server/src/loader/writing/publish.ts", "server/src/loader/reporting/keep.ts"],
  "loader-undoing-has-one-direction": ["server/src/loader/undoing/undo.ts", "server/src/loader/writing/flight.ts"],
  "loader-engine-has-one-direction": ["server/src/loader/engine/give-up.ts", "server/src/loader/requests/cancel.ts"],
  "loader-requests-has-one-direction": ["server/src/loader/requests/start.ts", "server/src/loader/checking/look.ts"],
  "nobody-needs-statistics": ["server/src/loader/engine/end-load.ts", "server/src/statistics/chart.ts"],
  "statistics-only-look": ["server/src/statistics/chart-loads.ts", "server/src/loader/engine/run-load.ts"],
  "webhooks-stand-on-entities": ["server/src/webhooks/send.ts", "server/src/loader/load.ts"],
  "assistants-use-the-api": ["server/src/mcp/find.ts", "server/src/entities/list.ts"],
  "no-tests-in-the-product": ["server/src/access/keys.ts", "server/src/testing/builders.ts"],
  "no-cycles": ["server/src/loader/one.ts", "server/src/loader/two.ts"],
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-imports-"));
  for (const name of [".dependency-cruiser.cjs", "tsconfig.base.json", "tsconfig.tests.json"]) {
    cpSync(join(root, name), join(folder, name));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [importer, imported] of Object.values(planted)) {
    write(imported, "export const it = 1;\n");
    write(importer, `import { it } from "${pathFrom(importer, imported)}";\nexport const a = it;\n`);
  }
  write("server/src/loader/two.ts", 'import { a } from "./one.ts";\nexport const it = () => a;\n');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function pathFrom(importer: string, imported: string): string {
  return `${"../".repeat(importer.split("/").length - 1)}${imported}`;
}

/** The rules that the planted tree violates, as "rule: importer". */
function findViolations(): string[] {
  const args = [
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "json",
    "contract/src",
    "client/src",
    "server/src",
    "cli/src",
    "console/src",
  ];
  const output = execFileSync(process.execPath, [depcruise, ...args], { cwd: folder, encoding: "utf8" });
  const violations: { from: string; rule: { name: string } }[] = JSON.parse(output).summary.violations;
  return violations.map(({ rule, from }) => `${rule.name}: ${from}`);
}

const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)("../.dependency-cruiser.cjs");

test.each(["workflows", "loader"])("every folder of %s has its direction", (product) => {
  const folders = readdirSync(join(root, "server/src", product), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "testing")
    .map(({ name }) => `${product}-${name}-has-one-direction`);

  const rules = config.forbidden.map(({ name }) => name).filter((name) => name.startsWith(`${product}-`));

  expect(rules.sort()).toEqual(folders.sort());
});

test("each import rule fails on a planted violation, and every rule has one", () => {
  const violations = findViolations();

  expect(Object.keys(planted).sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
  expect(violations).toEqual(
    expect.arrayContaining(Object.entries(planted).map(([rule, [from]]) => `${rule}: ${from}`)),
  );
});
