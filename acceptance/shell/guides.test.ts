import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { operations } from "@weft/contract";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "../../server/src/config/config.ts";
import { keyHeaders, startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { type GuideDesk, openGuideDesk } from "../testing/guide-desk.ts";
import { type Block, readBlocks, reasonNotToRun } from "../testing/read-blocks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Documents whose examples another test runs; here they are only checked. */
const runElsewhere = ["README.md", "client/README.md", "clients/java/README.md"];
const guides = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`)
  .filter((file) => !runElsewhere.includes(file));
const blocks = (
  await Promise.all([...runElsewhere, ...guides, "SECURITY.md", "CONTRIBUTING.md"].map(readBlocks))
).flat();

let service: TestService;
let desk: GuideDesk;

beforeAll(async () => {
  service = await startTestService({ WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" });
  desk = await openGuideDesk(service);
});

afterAll(async () => {
  await desk.clear();
  await service.stop();
});

const nameOf = ({ file, line, language }: Block) => `${file}:${line} (${language})`;

/** The check for the blocks of each language, so that they cannot become wrong unnoticed. */
const languages: Readonly<Record<string, "runs" | "is checked" | "is output">> = {
  ...{ sh: "runs", ts: "runs", js: "runs" },
  ...{ json: "is checked", yaml: "is checked", http: "is checked" },
  ...{ console: "is output", text: "is output" },
  // Compiled and run by the tests of the Java client.
  java: "is checked",
};

test("every block of the documents is run, checked, output, or has a reason why it is not run", () => {
  const loose = blocks.filter((block) => languages[block.language] === undefined && !reasonNotToRun(block));

  expect(blocks.length).toBeGreaterThan(80);
  expect(loose.map(nameOf)).toEqual([]);
});

test("these are all the blocks that are not run", () => {
  const counts = new Map<string, number>();
  for (const block of blocks.filter((one) => reasonNotToRun(one) !== undefined)) {
    const reason = `${block.file} ${block.language}: ${reasonNotToRun(block)}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }

  expect([...counts].map(([reason, count]) => `${count} in ${reason}`)).toMatchInlineSnapshot(`
    [
      "2 in README.md sh: it uses this checkout",
      "1 in client/README.md sh: it installs packages",
      "3 in client/README.md ts: a fragment",
      "1 in client/README.md ts: it runs until stopped",
      "1 in clients/java/README.md xml: a fragment",
      "1 in clients/java/README.md sh: it uses the folder of your project",
      "1 in clients/java/README.md java: it uses generated classes",
      "1 in clients/java/README.md sh: it uses this checkout",
      "1 in docs/api.md sh: it downloads generators",
      "1 in docs/api.md sh: it downloads a tester, and changes data",
      "1 in docs/cli.md sh: it installs packages",
      "1 in docs/cli.md sh: it needs your values",
      "2 in docs/cli.md sh: it runs until stopped",
      "1 in docs/cli.md sh: it needs a receiver",
      "1 in docs/cli.md sh: it needs an empty organization",
      "1 in docs/cli.md sh: it runs on the server",
      "1 in docs/deploying.md sh: it needs root and changes the machine",
      "8 in docs/deploying.md sh: it needs your database",
      "1 in docs/deploying.md sql: it needs your database",
      "1 in docs/deploying.md sh: it needs another major version of PostgreSQL",
      "7 in docs/installing.md sh: it installs packages",
      "2 in docs/installing.md sh: it runs until stopped",
      "1 in docs/installing.md sh: it deletes the data",
      "1 in docs/installing.md sh: it needs a release",
      "5 in docs/installing.md sh: it needs root and changes the machine",
      "12 in docs/installing.md sh: it needs a container engine",
      "7 in docs/installing.md sh: it needs a Kubernetes cluster",
      "1 in docs/loads.md sh: it needs pictures",
      "1 in docs/operating.md sh: it needs Prometheus",
      "1 in docs/operating.md sh: it needs psql",
      "1 in docs/organizations.md sh: it needs root and changes the machine",
      "1 in docs/organizations.md sh: it needs the operator's token",
      "6 in docs/organizations.md sh: it runs on the server",
      "1 in docs/polling.md ts: it runs until stopped",
      "3 in docs/scaling.md sh: it needs your servers",
      "1 in docs/scaling.md sql: it needs a cluster",
      "3 in docs/scaling.md sh: it needs a cluster",
      "1 in docs/scaling.md sh: it needs Citus",
      "1 in docs/scaling.md sh: it uses this checkout",
      "1 in docs/webhooks.md js: a fragment",
      "1 in docs/workflows.md js: a fragment",
    ]
  `);
});

/** The output of a guide when its commands work. */
const printed: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  "docs/api.md": [
    '"org":{"id"',
    '"federatedId":"P-100"',
    '"propertyDiffs":{"price":{"propertyName":"price","oldValue":129.5,"newValue":119}}',
    '"apiKey":"app:weft_',
    '"subtext":"Completed: 2 created"',
  ],
  "docs/modeling.md": [
    /^family item:footwear laces 310\noption item:footwear laces 310\noption item:footwear laces 305$/m,
    /^2\nvelcro\n201,201\nSP27\n1200\nadded\n1200$/m,
  ],
  "docs/workflows.md": [/^approved\nAnorak\ncompleted\n12\.4\nworkflow$/m],
  "docs/loads.md": [
    '"preprocessingStepName":"conditionalColumns"',
    "Completed: 13 created",
    /^Weight number,Line string,warmth string$/m,
    /^3\npending\n5$/m,
  ],
  "docs/callbacks.md": [
    /^true\ntrue\ncompleted\ntrue\nThe task already received SUCCESS\.$/m,
    "PROGRESS applied,SUCCESS applied,SUCCESS repeated,FAILURE refused",
    /^SUCCESS true$/m,
    /^11\.9$/m,
    /^\{ (?=.*state: 'booked').*order: 'Parka-1'.*\}$/m,
  ],
};
/** Errors that a guide shows on purpose. */
const refused: Readonly<Record<string, readonly string[]>> = {
  "docs/callbacks.md": ["409 POST /external-events/callback/"],
  "docs/workflows.md": ["400 POST /external-events/callback/"],
};

// Concurrent: most of the time they wait.
describe.concurrent("the examples of each guide run as written", () => {
  const runnable = guides.filter((file) => blocks.some((block) => block.file === file && isRun(block)));

  test.each(runnable)("%s", { timeout: 180_000 }, async (file) => {
    const own = await openGuideDesk(service, file === "docs/deploying.md" ? "operator" : "user");

    const output = await own.type(blocks.filter((block) => block.file === file && isRun(block)));

    expect(await own.refusals()).toEqual(refused[file] ?? []);
    for (const pattern of printed[file] ?? []) {
      expect(output).toMatch(pattern);
    }
    await own.clear();
  });
});

function isRun(block: Block): boolean {
  return languages[block.language] === "runs" && reasonNotToRun(block) === undefined;
}

/** The code around the lines of a fragment. */
const around = `import { changes, entities, files, loader, login, RetryLater, tasks, verifyWebhook, Weft, worker } from "@weft/client";
declare const styles: { key: string; name: string }[];
declare function update(change: unknown): Promise<void>;
declare const request: { headers: Record<string, string> };
declare const rawBody: string;
`;

test("every program and fragment compiles", async () => {
  const programs = blocks.filter(({ language }) => language === "ts");
  const paths = await Promise.all(
    programs.map(async (block, index) => {
      const path = join(desk.folder, `program-${index}.mts`);
      await writeFile(path, block.text.startsWith("import") ? block.text : around + block.text);
      return path;
    }),
  );

  const program = ts.createProgram(paths, {
    ...{
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    },
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: ["node"] },
  });
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const block = programs[paths.indexOf(file?.fileName ?? "")];
    return `${block === undefined ? "" : nameOf(block)} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });

  expect(paths.length).toBeGreaterThanOrEqual(5);
  expect(errors).toEqual([]);
});

test("scripts can be parsed", () => {
  const scripts = blocks.filter(({ language }) => language === "js");

  const errors = scripts.flatMap(({ text }) => {
    const { diagnostics = [] } = ts.transpileModule(text, {
      reportDiagnostics: true,
      compilerOptions: { allowJs: true },
    });
    return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  });

  expect(errors).toEqual([]);
});

/**
 * "json answer get-statistics-changes" is a response of that operation, "json body …" a request to it, "json message" a
 * webhook message, "yaml settings" the content of weft.config.yaml, "yaml prometheus" that of prometheus.yml, and
 * "yaml chart" values of the chart, which acceptance/chart renders.
 */
describe("JSON and YAML examples match the contract", () => {
  const shown = blocks.filter(({ language }) => language === "json" || language === "yaml");

  test.each(shown.map((block) => [nameOf(block), block] as const))("%s", (_, { text, words: [part = "", id] }) => {
    const value = parse(text);
    const operation = operations.find((one) => one.id === id);
    const checks: Readonly<Record<string, () => unknown>> = {
      answer: () => operation?.answers[200]?.body?.parse(value),
      body: () => operation?.body?.parse(value),
      message: () => expect(value).toMatchObject({ id: expect.any(String), type: expect.any(String), sequence: 2 }),
      settings: () => parseConfig({ ...value, ...secrets }),
      chart: () => expect(value).toMatchObject({ image: { repository: expect.any(String) } }),
      prometheus: () => expect(value.scrape_configs).toMatchObject([{ job_name: "weft" }]),
    };

    expect(Object.keys(checks)).toContain(part);
    expect(operation !== undefined).toBe(part === "answer" || part === "body");
    checks[part]?.();
  });
});

const secrets = { S3_ACCESS_KEY: "a", S3_SECRET_KEY: "b" };

describe("request examples are accepted by the service", () => {
  test.each(blocks.filter(({ language }) => language === "http").map((block) => [nameOf(block), block] as const))(
    "%s",
    async (_, { text }) => {
      const [, method = "", path = "", body = ""] = /^(\w+) (\S+)\n([\s\S]*)$/.exec(text) ?? [];

      const answer = await fetch(service.address + path, {
        method,
        headers: { ...keyHeaders(service.first), "content-type": "application/json" },
        body: JSON.stringify(JSON.parse(body)),
      });

      expect(answer.status, await answer.text()).toBeLessThan(300);
    },
  );
});
