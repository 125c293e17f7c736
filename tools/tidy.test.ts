import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listFiles, root, type SourceFile } from "./list-files.ts";
import { findErrors, rules } from "./tidy-rules.ts";

const files = listFiles()
  .filter((path) => /\.(tsx?|mjs|cjs|sql|md)$/.test(path))
  .map((path): SourceFile => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("the rules look at the whole repository", () => {
  expect(files.length).toBeGreaterThan(100);
});

describe("the repository keeps its rules", () => {
  test.each(Object.keys(rules))("%s", (name) => {
    expect(findErrors(name, files)).toEqual([]);
  });
});

describe("each rule fails on a planted violation", () => {
  const planted: Record<string, SourceFile[]> = {
    "only config.ts reads the environment": [{ path: "server/src/loader/x.ts", text: "const a = process.env.HOME;" }],
    "no drawers": [{ path: "server/src/access/utils.ts", text: "" }],
    "constants have names like all others": [{ path: "server/src/access/x.ts", text: "export const RIGHTS_MAX = 3;" }],
    "SQL only in stores and platform/database": [{ path: "server/src/access/x.ts", text: "tx.query(sql`select 1`)" }],
    "one table, one owner folder": [
      { path: "server/migrations/0001_a.sql", text: "create table trees (id integer);" },
      { path: "server/src/woods/tree-store.ts", text: "sql`select * from trees`" },
      { path: "server/src/gardens/garden-store.ts", text: "sql`delete from trees`" },
    ],
    "every tenant table is keyed by the org first": [
      {
        path: "server/migrations/0001_a.sql",
        text: "create table trees (\n  org_id text,\n  id text,\n  primary key (id, org_id)\n);",
      },
    ],
    "every statement names the org, or says that it is of all": [
      { path: "server/migrations/0001_a.sql", text: "create table trees (\n  org_id text,\n  id text\n);" },
      {
        path: "server/src/woods/tree-store.ts",
        text: "sql`select * from trees a join trees b on a.org_id = b.org_id where a.id = 7`",
      },
    ],
    "every join of tenants' tables carries the org": [
      { path: "server/migrations/0001_a.sql", text: "create table trees (\n  org_id text,\n  id text\n);" },
      {
        path: "server/src/woods/tree-store.ts",
        text: "sql`select 1 from leaves join trees t on t.id = tree_id where true`",
      },
    ],
    "statements run on Citus": [
      {
        path: "server/src/woods/tree-store.ts",
        text: "prepared`update trees set felled_on = clock_timestamp() where org_id = 'oak'`",
      },
    ],
    "migrations are numbered without gaps": [
      { path: "server/migrations/0001_a.sql", text: "" },
      { path: "server/migrations/0003_c.sql", text: "" },
    ],
    "files have at most 300 lines": [{ path: "console/src/long.tsx", text: "x\n".repeat(301) }],
    "a small file with one importer beside it belongs into that importer": [
      { path: "server/src/woods/leaf.ts", text: "export const leaf = 1;" },
      { path: "server/src/woods/tree.ts", text: 'import { leaf } from "./leaf.ts";' },
    ],
    "a problem that several files raise is built in errors.ts": [
      { path: "server/src/platform/errors.ts", text: 'return new Problem("conflict", detail);' },
      { path: "server/src/woods/tree.ts", text: 'throw new Problem(\n  "conflict",\n  "The tree has leaves.",\n);' },
    ],
    "a thrown class is called …Error, except Problem and RetryLater": [
      { path: "server/src/woods/tree.ts", text: "export class TreeFallen extends Error {}" },
    ],
    "nothing is left behind": [{ path: "cli/src/x.ts", text: `// ${"TO"}${"DO"} later` }],
    "tests wait for conditions, never for a time": [{ path: "cli/src/x.test.ts", text: "await delay(1_000)" }],
    "no text says to install weft": [{ path: "docs/cli.md", text: "Run `npx --yes weft login`." }],
    "the console formats only in ui/format.ts": [{ path: "console/src/x.tsx", text: 'new Intl.NumberFormat("en")' }],
    "the console builds query keys only in query-keys.ts": [
      { path: "console/src/x.tsx", text: 'useQuery({ queryKey: ["users"] })' },
    ],
  };

  test("a violation is planted for every rule", () => {
    expect(Object.keys(planted).sort()).toEqual(Object.keys(rules).sort());
  });

  test.each(Object.entries(planted))("%s", (name, invalid) => {
    expect(findErrors(name, invalid)).not.toEqual([]);
  });
});

test("every package of the lock file can be had on linux, x64 and arm64", () => {
  const lock: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const wanted = Object.values(lock.packages).flatMap(({ optionalDependencies }) =>
    Object.keys(optionalDependencies ?? {}),
  );
  const missing = wanted.filter(
    (name) =>
      /linux-(x64|arm64)/.test(name) &&
      !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)),
  );
  expect(missing).toEqual([]);
  expect(wanted.length).toBeGreaterThan(10);
});
