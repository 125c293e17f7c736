import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { root } from "./list-files.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
type Tree = any;

const read = (path: string) => readFileSync(join(root, path), "utf8");
const scripts: Readonly<Record<string, string>> = JSON.parse(read("package.json")).scripts;

function parse(path: string): Tree {
  const document = parseDocument(read(path));
  expect(document.errors).toEqual([]);
  return document.toJS();
}

const filesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
const workflows = filesIn(".github/workflows").map((path) => ({ path, tree: parse(path) }));
const jobs = workflows.flatMap(({ path, tree }) =>
  Object.entries<Tree>(tree.jobs).map(([id, job]) => ({ path, name: `${path} ${id}`, job })),
);
const steps: { readonly name: string; readonly step: Tree }[] = jobs.flatMap(({ name, job }) =>
  (job.steps ?? []).map((step: Tree) => ({ name, step })),
);

/** What a command names of this repository: npm scripts, programs, folders and files. */
function namesIn(command: string, folder: string): string[] {
  const found = (pattern: RegExp) => [...command.matchAll(pattern)].map(([, name = ""]) => name);
  return [
    ...found(/\bnpm run (?:--silent )?([\w:-]+)/g).map((name) => `npm run ${name}`),
    ...(/\bnpm test\b/.test(command) ? ["npm run test"] : []),
    ...found(/\bnode (tools\/[\w./-]+)/g),
    ...found(/(?:^|\s)(\.ci\/[\w-]+)/g),
    ...found(/(?:^|\s)\.\/(mvnw)\b/g).map((name) => join(folder, name)),
    ...found(/\bhelm package (\S+)/g),
  ];
}

const isThere = (name: string) =>
  name.startsWith("npm run ") ? name.slice("npm run ".length) in scripts : existsSync(join(root, name));

function namesOfStep({ run = "", with: input = {}, "working-directory": folder = "" }: Tree): string[] {
  return [...namesIn(run, folder), ...(input.file === undefined ? [] : [input.file])];
}

test("every command of the workflows exists", () => {
  const named = steps.flatMap(({ name, step }) => namesOfStep(step).map((command) => ({ name, command })));
  const called = jobs.flatMap(({ job }) => (job.uses === undefined ? [] : [job.uses.replace("./", "")]));

  expect(named.length).toBeGreaterThan(10);
  expect(called).toEqual([".github/workflows/ci.yml"]);
  expect(named.filter(({ command }) => !isThere(command))).toEqual([]);
  expect(called.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each([
  ["npm run nothing && npm test", ["npm run nothing", "npm run test"]],
  ["npm run --silent check:nothing -- a", ["npm run check:nothing"]],
  ["node tools/nothing.mjs --out dist\n.ci/nothing", ["tools/nothing.mjs", ".ci/nothing"]],
  ["./mvnw deploy", ["clients/java/mvnw"]],
  ["helm package deploy/nothing --destination dist", ["deploy/nothing"]],
])("%j names what it needs", (command, needs) => {
  const names = namesIn(command, "clients/java");

  expect(names).toEqual(needs);
  expect(names.filter((name) => name.includes("nothing") && isThere(name))).toEqual([]);
});

test.each(["clients/java/mvnw", ".ci/run"])("%s can be executed", (path) => {
  expect(statSync(join(root, path)).mode & 0o111).not.toBe(0);
});

describe("workflows", () => {
  test.each(workflows)("$path may read by default, and does not run twice at a time", ({ tree }) => {
    expect(tree.permissions).toEqual({ contents: "read" });
    expect(tree.concurrency.group).toEqual(expect.any(String));
  });

  test.each(jobs.filter(({ job }) => job.uses === undefined))("$name has a timeout", ({ job }) => {
    expect(job["timeout-minutes"]).toBeLessThanOrEqual(180);
  });

  test("actions have versions, and commands contain no text of others", () => {
    const used = steps.flatMap(({ step }) => (step.uses === undefined ? [] : [step.uses]));
    // A title or a branch in a command would be executed.
    const expanded = steps.filter(({ step }) => /\$\{\{/.test(step.run ?? ""));

    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/.test(action))).toEqual([]);
    expect(expanded).toEqual([]);
  });

  test("secrets are only in jobs that a reviewer admits", () => {
    const withSecrets = jobs.filter(({ job }) => /secrets\.(?!GITHUB_TOKEN)|id-token/.test(JSON.stringify(job)));

    expect(withSecrets.filter(({ job }) => job.environment !== "release").map(({ name }) => name)).toEqual([
      // Its token only signs what the reviewed jobs have made.
      ".github/workflows/release.yml notes",
    ]);
  });
});

const forms = filesIn(".github/ISSUE_TEMPLATE").filter((path) => !path.endsWith("config.yml"));
const needed: Readonly<Record<string, readonly string[]>> = {
  markdown: ["value"],
  input: ["label"],
  textarea: ["label"],
  dropdown: ["label", "options"],
};

test.each(forms)("%s is a form", (path) => {
  const { name, description, body } = parse(path);
  const fields = body.filter(({ type }: Tree) => type !== "markdown");
  const lacking = body.flatMap(({ type, attributes }: Tree) =>
    (needed[type] ?? [`a known type instead of ${type}`]).filter((key) => attributes[key] === undefined),
  );

  expect([typeof name, typeof description]).toEqual(["string", "string"]);
  expect(lacking).toEqual([]);
  expect(new Set(fields.map(({ id }: Tree) => id)).size).toBe(fields.length);
  expect(fields.some(({ validations }: Tree) => validations?.required === true)).toBe(true);
});

test("the update bot has rules for packages that exist", () => {
  const { packageRules } = JSON.parse(read(".github/renovate.json"));
  const lock = Object.keys(JSON.parse(read("package-lock.json")).packages).map((path) =>
    path.replace(/^.*node_modules\//, ""),
  );
  const named: string[] = packageRules.flatMap(({ matchPackageNames = [] }: Tree) => matchPackageNames);

  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !lock.some((one) => one.startsWith(name.replace("**", ""))))).toEqual([]);
});
