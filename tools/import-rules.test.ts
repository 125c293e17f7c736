import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const depcruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

/** For each rule a file that breaks it, and the file that it must not import. */
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
  "only-the-wiring-knows-workflows": ["server/src/loader/start-load.ts", "server/src/workflows/start.ts"],
  "workflows-stand-on-their-nouns": ["server/src/workflows/workflow.ts", "server/src/workflows/course/course.ts"],
  "workflows-have-one-direction-course": ["server/src/workflows/course/end.ts", "server/src/workflows/tasks/retry.ts"],
  "workflows-have-one-direction-callbacks": [
    "server/src/workflows/callbacks/receive.ts",
    "server/src/workflows/engine/end-task.ts",
  ],
  "workflows-have-one-direction-tasks": [
    "server/src/workflows/tasks/read.ts",
    "server/src/workflows/processes/list.ts",
  ],
  "workflows-have-one-direction-processes": [
    "server/src/workflows/processes/cancel.ts",
    "server/src/workflows/engine/engine.ts",
  ],
  "workflows-have-one-direction-actions": [
    "server/src/workflows/actions/delay.ts",
    "server/src/workflows/definition/check.ts",
  ],
  "workflows-have-one-direction-definition": [
    "server/src/workflows/definition/save.ts",
    "server/src/workflows/triggers/draft.ts",
  ],
  "workflows-have-one-direction-triggers": [
    "server/src/workflows/triggers/listen.ts",
    "server/src/workflows/engine/begin.ts",
  ],
  "workflows-have-one-direction-inbound": [
    "server/src/workflows/inbound/call.ts",
    "server/src/workflows/engine/run-task.ts",
  ],
  "workflows-have-one-direction-engine": [
    "server/src/workflows/engine/claim.ts",
    "server/src/workflows/inbound/webhook.ts",
  ],
  "nobody-needs-statistics": ["server/src/loader/end-load.ts", "server/src/statistics/chart.ts"],
  "statistics-only-look": ["server/src/statistics/chart-loads.ts", "server/src/loader/run-load.ts"],
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

/** The rules that the planted tree breaks, as "rule: importer". */
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

test("each import rule is seen to fail on a planted fault, and there is a fault for every rule", () => {
  const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)("../.dependency-cruiser.cjs");

  const violations = findViolations();

  expect(Object.keys(planted).sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
  expect(violations).toEqual(
    expect.arrayContaining(Object.entries(planted).map(([rule, [from]]) => `${rule}: ${from}`)),
  );
});
