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
  "the-client-has-no-dependencies": ["client/src/a.ts", "contract/src/item.ts"],
  "the-client-runs-in-browsers": ["client/src/poll.ts", "client/src/node/file-cursor.ts"],
  "the-command-line-uses-the-client": ["cli/src/list.ts", "contract/src/kinds.ts"],
  "the-console-uses-the-client": ["console/src/entities/grid.ts", "contract/src/colors.ts"],
  "nothing-imports-the-server": ["cli/src/a.ts", "server/src/node.ts"],
  "platform-knows-no-product": ["server/src/platform/jobs/a.ts", "server/src/access/caller.ts"],
  "values-of-expressions-know-no-compiler": [
    "server/src/platform/expressions/fuel.ts",
    "server/src/platform/expressions/compiling/compile-call.ts",
  ],
  "only-threads-load-the-script-engine": [
    "server/src/platform/scripts/runner.ts",
    "server/src/platform/scripts/sandbox/engine.ts",
  ],
  "folders-know-no-wiring": ["server/src/loader/engine/start.ts", "server/src/services.ts"],
  "only-routes-speak-http": ["server/src/access/create-user.ts", "server/src/platform/http/route.ts"],
  "only-the-wiring-knows-routes": ["server/src/node.ts", "server/src/access/user-routes.ts"],
  "access-and-rate-limits-stay-below": ["server/src/access/users.ts", "server/src/loader/load.ts"],
  "authentication-knows-no-keys-folder": [
    "server/src/access/authenticate.ts",
    "server/src/access/keys/api-key-store.ts",
  ],
  "entity-types-stay-below": ["server/src/entity-types/tree.ts", "server/src/changes/record.ts"],
  "lists-know-only-types": ["server/src/lists/page-key.ts", "server/src/entities/list/read-page.ts"],
  "kinds-read-with-the-means-of-entities": ["server/src/kinds/change.ts", "server/src/entities/write/persist.ts"],
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
  "nouns-of-loader-know-no-folder": ["server/src/loader/row.ts", "server/src/loader/reporting/issue-list.ts"],
  "loader-preprocess-has-one-direction": [
    "server/src/loader/preprocess/compile.ts",
    "server/src/loader/drafting/compile.ts",
  ],
  "loader-configuration-has-one-direction": [
    "server/src/loader/configuration/read.ts",
    "server/src/loader/drafting/plan.ts",
  ],
  "loader-drafting-has-one-direction": ["server/src/loader/drafting/route.ts", "server/src/loader/passes/check.ts"],
  "loader-reporting-has-one-direction": ["server/src/loader/reporting/tally.ts", "server/src/loader/passes/run.ts"],
  "loader-reading-has-one-direction": ["server/src/loader/reading/open.ts", "server/src/loader/preprocess/step.ts"],
  "loader-passes-has-one-direction": ["server/src/loader/passes/undo.ts", "server/src/loader/engine/run-load.ts"],
  "loader-engine-has-one-direction": ["server/src/loader/engine/give-up.ts", "server/src/loader/requests/cancel.ts"],
  "loader-requests-has-one-direction": ["server/src/loader/requests/start.ts", "server/src/loader/reading/look.ts"],
  "nouns-of-console-know-no-folder": ["console/src/query-keys.ts", "console/src/entities/any-entity.ts"],
  "console-ui-has-one-direction": ["console/src/ui/table.ts", "console/src/changes/labels.ts"],
  "console-guides-has-one-direction": ["console/src/guides/dialog.ts", "console/src/session/gate.ts"],
  "console-session-has-one-direction": ["console/src/session/gate.ts", "console/src/routes/root.ts"],
  "console-reference-has-one-direction": ["console/src/reference/page.ts", "console/src/access/keys.ts"],
  "console-assortments-has-one-direction": ["console/src/assortments/members.ts", "console/src/access/keys.ts"],
  "console-entities-has-one-direction": ["console/src/entities/kind.ts", "console/src/entity-types/tree.ts"],
  "console-entity-types-has-one-direction": ["console/src/entity-types/page.ts", "console/src/loader/names.ts"],
  "console-loader-has-one-direction": ["console/src/loader/page.ts", "console/src/entity-types/tree.ts"],
  "console-webhooks-has-one-direction": ["console/src/webhooks/page.ts", "console/src/changes/labels.ts"],
  "console-workflows-has-one-direction": ["console/src/workflows/page.ts", "console/src/overview/chart.ts"],
  "console-changes-has-one-direction": ["console/src/changes/page.ts", "console/src/overview/chart.ts"],
  "console-access-has-one-direction": ["console/src/access/page.ts", "console/src/loader/names.ts"],
  "console-overview-has-one-direction": ["console/src/overview/page.ts", "console/src/loader/names.ts"],
  "console-operations-has-one-direction": ["console/src/operations/page.ts", "console/src/loader/names.ts"],
  "console-shell-has-one-direction": ["console/src/shell/shell.ts", "console/src/routes/root.ts"],
  "console-routes-has-one-direction": ["console/src/routes/entity-routes.ts", "console/src/router.ts"],
  "nouns-of-console-of-entities-know-no-folder": [
    "console/src/entities/entity-kind.ts",
    "console/src/entities/grid/grid-search.ts",
  ],
  "console-of-entities-pictures-has-one-direction": [
    "console/src/entities/pictures/a.ts",
    "console/src/entities/grid/b.ts",
  ],
  "console-of-entities-references-has-one-direction": [
    "console/src/entities/references/a.ts",
    "console/src/entities/grid/b.ts",
  ],
  "console-of-entities-form-has-one-direction": ["console/src/entities/form/a.ts", "console/src/entities/detail/b.ts"],
  "console-of-entities-grid-has-one-direction": ["console/src/entities/grid/a.ts", "console/src/entities/detail/b.ts"],
  "console-of-entities-detail-has-one-direction": [
    "console/src/entities/detail/a.ts",
    "console/src/entities/grid/b.ts",
  ],
  "console-of-entities-colorways-has-one-direction": [
    "console/src/entities/colorways/a.ts",
    "console/src/entities/form/b.ts",
  ],
  "console-of-entities-compare-has-one-direction": [
    "console/src/entities/compare/a.ts",
    "console/src/entities/grid/b.ts",
  ],
  "nouns-of-console-of-workflows-know-no-folder": [
    "console/src/workflows/workflow-queries.ts",
    "console/src/workflows/runs/timeline.ts",
  ],
  "console-of-workflows-definition-has-one-direction": [
    "console/src/workflows/definition/a.ts",
    "console/src/workflows/runs/b.ts",
  ],
  "console-of-workflows-runs-has-one-direction": [
    "console/src/workflows/runs/a.ts",
    "console/src/workflows/tasks/b.ts",
  ],
  "console-of-workflows-tasks-has-one-direction": [
    "console/src/workflows/tasks/a.ts",
    "console/src/workflows/pages/b.ts",
  ],
  "only-the-wiring-knows-statistics": ["server/src/loader/engine/end-load.ts", "server/src/statistics/chart.ts"],
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

test.each([
  ["server/src/workflows", "workflows"],
  ["server/src/loader", "loader"],
  ["console/src", "console(?!-of)"],
  ["console/src/entities", "console-of-entities"],
  ["console/src/workflows", "console-of-workflows"],
])("every folder of %s has its direction", (path, rulesOf) => {
  const folders = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(testing|pages)$/.test(entry.name))
    .map(({ name }) => name);

  const pattern = new RegExp(`^${rulesOf}-(.+)-has-one-direction$`);
  const ruled = config.forbidden.flatMap(({ name }) => pattern.exec(name)?.[1] ?? []);

  expect(ruled.sort()).toEqual(folders.sort());
});

test("each import rule fails on a planted violation, and every rule has one", () => {
  const violations = findViolations();

  expect(Object.keys(planted).sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
  expect(violations).toEqual(
    expect.arrayContaining(Object.entries(planted).map(([rule, [from]]) => `${rule}: ${from}`)),
  );
});
